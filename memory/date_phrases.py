"""The table of English phrases that name a day, a month or a year; `date_readers` says what each comes down to.

The first words of a rule are those of which one must occur for the rule to be tried ("#": any digit).
"""

from __future__ import annotations

from memory import date_readers as read
from memory.date_rules import SEASONS, Rule, rule
from memory.date_words import (
    COUNT,
    DAY,
    DECADES,
    FULL_WEEKDAY,
    HOLIDAY,
    MONTH,
    MONTHS,
    ORDINAL,
    RELATIVE_YEAR,
    SHORT_YEAR,
    TIME_OF_DAY,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    WHICH,
    YEAR,
)

# What may follow "on the second": a noun makes it no date ("the second pill").
_ENDS_A_DATE = (
    r"(?![\w'’-])(?=[ ]*(?:$|[.,;:!?)\n]|(?:and|but|or|i|he|she|we|they|you|it|at|in|on|with|because|when|where|so|to|from|until"
    r"|by|for|as|after|before|my|the|then|which|that|is|was|will|dr|doctor|this|last|next)\b))"
)
_NO_NOUN = (
    r"(?![\w'’-])(?![ ]+(?:time|dose|pill|tablet|floor|street|avenue|day|week|month|year|grade|percentile|birthday|visit|try|one"
    r"|trimester|surgery|hour|night|child|baby|anniversary|opinion|round|shot|cycle|century|stage|toe|finger|rib|thing)s?\b)"
    r"(?![ ]+of[ ](?:each|every)\b)"
)
_MONTH_WORDS = " ".join(MONTHS)
_WEEKDAY_WORDS = " ".join(WEEKDAYS)
_UNIT_WORDS = " ".join(
    f"{unit} {unit}s" for unit in "day night week weekend fortnight month year yr wk mo".split()
)
_HOLIDAY_WORDS = ("new martin mlk groundhog valentine valentines president presidents saint st ash palm good easter cinco mother "
                  "mothers memorial juneteenth father fathers independence fourth labor labour columbus indigenous halloween "
                  "veteran veterans thanksgiving black christmas xmas boxing")  # fmt: skip
_SEASON = "(?:" + "|".join(SEASONS) + ")"
_NTH = "(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)"
_MONTH_MEANT = (
    rf"(?:(?:the[ ])?(?P<which>last|this|next|previous|the)[ ]month|(?P<month>{MONTH})(?:[ ](?:of[ ])?(?P<year>{YEAR}))?)"
)
_COUNTED = rf"(?P<count>{COUNT})(?P<half>[ ]and[ ]a[ ]half)?[ -](?P<unit>{UNIT})(?P<half_unit>[ ]and[ ]a[ ]half)?"
_OF_A_YEAR = rf"(?:,?[ ]+(?:of[ ]|in[ ])?(?P<year>{SHORT_YEAR}|{RELATIVE_YEAR}))?"
_BEFORE_A_MONTH = (
    r"(?:(?<=\bin )|(?<=\bsince )|(?<=\buntil )|(?<=\btill )|(?<=\bby )|(?<=\bfrom )|(?<=\bduring )|(?<=\baround )|(?<=\babout )"
    r"|(?<=\bthrough )|(?<=\bbefore )|(?<=\bafter )|(?<=\bearly )|(?<=\bmid )|(?<=\bmid-)|(?<=\blate )|(?<=\bof )|(?<=\bfor ))"
)
_BEFORE_A_YEAR = _BEFORE_A_MONTH[:-1] + r"|(?<=\byear )|(?<=\bback to ))"
_NO_VERB = r"(?![\w'’-])(?![ ](?:have|be|need|cause|not|take|help|on[ ]the)\b)"

RULES: tuple[Rule, ...] = (
    rule("yesterday today tomorrow tonight night morning afternoon evening",
         r"(?:the[ ])?(?P<word>day[ ]before[ ]yesterday|day[ ]after[ ]tomorrow|night[ ]before[ ]last|last[ ]night"
         r"|earlier[ ]today|later[ ]today|today|tonight|this[ ](?:morning|afternoon|evening)|yesterday|tomorrow)"
         rf"{TIME_OF_DAY}(?!\w)", read.day_word),
    rule("#", r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?(?![\w-])", read.iso_phrase),
    rule("#", r"(?P<first>[0-9]{1,2})(?P<sep>[/-])(?P<second>[0-9]{1,2})(?P=sep)(?P<year>[0-9]{4}|[0-9]{2})(?![\w/-])", read.slashed),
    rule("#", r"(?:(?<=\bon )|(?<=\bsince )|(?<=\bdated )|(?<=\buntil )|(?<=\bfrom )|(?<=\bby ))"
              r"(?P<first>[0-9]{1,2})/(?P<second>[0-9]{1,2})(?P<year>)(?![\w/-]|[.,][0-9])", read.slashed),
    rule("#", r"(?P<month>0?[1-9]|1[0-2])/(?P<year>(?:19|20)[0-9]{2})(?![\w/-])", read.month_slash_year),
    # "Thursday, September 28th, 2026", "the twenty second of June"
    rule(_MONTH_WORDS, rf"(?:{WEEKDAY},?[ ]+)?(?P<month>{MONTH})[ ](?:the[ ])?(?P<day>{DAY}){_OF_A_YEAR}{_NO_NOUN}", read.month_and_day),
    rule(_MONTH_WORDS, rf"(?:{WEEKDAY},?[ ]+)?(?:the[ ])?(?P<day>{DAY})(?:[ ]+(?:day[ ])?of)?[ ](?P<month>{MONTH}){_OF_A_YEAR}{_NO_NOUN}",
         read.month_and_day),
    # "March of 2021", "last November", "in July"
    rule(_MONTH_WORDS, rf"(?P<month>{MONTH})(?:,?[ ](?:of[ ]|in[ ])?(?P<year>{YEAR}|{RELATIVE_YEAR}))(?!\w)", read.month_phrase),
    rule(_MONTH_WORDS, rf"(?P<year>{RELATIVE_YEAR}),?[ ](?:in|around|about)[ ](?P<month>{MONTH}){_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"mid-(?P<month>{MONTH})(?:[ ](?:of[ ])?(?P<year>{YEAR}|{RELATIVE_YEAR}))?{_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"(?P<which>{WHICH})[ ](?P<month>{MONTH}){_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"{_BEFORE_A_MONTH}(?:the[ ]month[ ]of[ ])?(?P<month>{MONTH}){_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"(?P<count>{COUNT})[ ]years?[ ]ago[ ](?:in[ ]|this[ ]|last[ ])?(?P<month>{MONTH})(?!\w)",
         read.month_years_ago),
    # "last Monday", "Tuesday morning", "Friday of next week", "two Fridays ago"
    rule(_WEEKDAY_WORDS, rf"(?:(?P<which>{WHICH})[ ])?(?P<day>{FULL_WEEKDAY}){TIME_OF_DAY}"
                         r"(?:[ ](?:of[ ])?(?P<week>last|this|next)[ ]week)?(?![\w’'])", read.weekday_phrase),
    rule(_WEEKDAY_WORDS, rf"(?:(?P<which>{WHICH})[ ]|(?<=\bon )|(?<=\bsince )|(?<=\buntil ))(?P<day>mon|tues?|wed|thu(?:rs?)?|fri|(?-i:Sat|Sun))\b"
                         r"\.?(?P<week>)(?![\w’'])", read.weekday_phrase),
    rule(_WEEKDAY_WORDS, rf"(?P<week>last|next|this)[ ]week[ ](?:on[ ])?(?P<day>{FULL_WEEKDAY}){TIME_OF_DAY}(?!\w)", read.weekday_in_week),
    rule("#" + " mondays tuesdays wednesdays thursdays fridays saturdays sundays",
         rf"(?P<count>{COUNT})[ ](?P<day>{FULL_WEEKDAY})s[ ](?P<way>ago|back|from[ ]now)\b", read.weekdays_ago),
    rule(_WEEKDAY_WORDS, rf"(?P<count>{COUNT})[ ]weeks?[ ](?P<way>ago|from)[ ](?:on[ ]|last[ ]|this[ ])?(?P<day>{FULL_WEEKDAY})(?!\w)",
         read.weekday_weeks_away),
    # "Thursday the 21st", "the 3rd of last month", "on the second"
    rule("#", rf"(?:(?P<day>{WEEKDAY}),?[ ])?the[ ](?P<number>(?:[12]?[0-9]|3[01])(?:st|nd|rd|th)){_NO_NOUN}"
              r"(?:[ ](?:of|in)[ ](?P<which>last|this|next|previous|the)[ ]month\b)?", read.day_of_month_phrase),
    rule("the", rf"(?:(?P<day>{WEEKDAY}),?[ ]the|(?:(?<=\bon )|(?<=\bsince )|(?<=\buntil )|(?<=\bby ))the)[ ](?P<number>{ORDINAL})"
                rf"(?:[ ](?:of|in)[ ](?P<which>last|this|next|previous|the)[ ]month\b)?{_ENDS_A_DATE}", read.day_of_month_phrase),
    # "three weeks ago", "two weeks from now", "in six months"
    rule("ago back now today", rf"(?:(?P<more>{COUNT})[ ](?P<more_unit>{UNIT})(?:,|[ ]and)[ ])?{_COUNTED}(?:[ ]or[ ](?:so|two))?"
                                r"[ ](?P<way>ago|back|from[ ]now|from[ ]today)(?P<exact>[ ]today)?(?!\w)", read.away),
    rule("ago back now", r"half[ ]a[ ]year[ ](?P<way>ago|back|from[ ]now)\b", read.half_away),
    rule(_UNIT_WORDS, rf"in[ ](?:about[ ]|around[ ]|another[ ])?(?!the[ ]|a[ ]day\b|one[ ]day\b){_COUNTED}(?:['’][ ]time)?(?![\w-])"
                      r"(?![ ]of\b)", read.in_so_long),
    # "for two weeks" (until now), "over the past few days"
    rule("for", rf"for[ ](?:about[ ]|around[ ]|over[ ]|almost[ ]|nearly[ ]|at[ ]least[ ]|roughly[ ]|like[ ]|maybe[ ])*(?!the[ ]){_COUNTED}"
                r"(?P<now>[ ]now)?(?![\w-])(?![ ]of\b)", read.lasting),
    rule("past last", rf"(?:(?:for|over|in|during|within|throughout)[ ])?(?:(?:the|these)[ ])?(?:past|last)[ ](?P<count>{COUNT})[ ]"
                      rf"(?P<unit>{UNIT})(?!\w)(?![ ]of\b)", read.past_so_long),
    rule("past last", r"(?:for|over|in|during|within|throughout)[ ]the[ ](?:past|last)[ ](?P<count>)(?P<unit>day|week|month|year)(?!\w)"
                      r"(?![ ]of\b)", read.past_so_long),
    rule("been", rf"(?<=been )(?:about[ ]|around[ ]|over[ ]|almost[ ])?{_COUNTED}(?=[ ](?:since|that|now)\b)", read.past_so_long),
    # "last week", "over the weekend", "the week before last", "last winter"
    rule(_UNIT_WORDS, rf"(?:the[ ](?=previous|following|current))?(?P<which>{WHICH})[ ](?P<unit>week|weekend|month|year)(?![\w’'])"
                      r"(?![ ]of\b)", read.period_phrase),
    rule("weekend month week year", r"the[ ](?P<unit>weekend)(?!\w)"
         r"|(?:(?<=\bend of )|(?<=\bbeginning of )|(?<=\bstart of )|(?<=\bmiddle of ))the[ ](?P<unit_end>week|month|year)(?!\w)", read.the_period),
    rule("last next", r"the[ ](?P<unit>week|weekend|month|year)[ ](?P<way>before[ ]last|after[ ]next)\b", read.second_next),
    rule(" ".join(SEASONS), rf"(?<!\bmy )(?<!\bhis )(?<!\bher )(?:(?P<which>{WHICH})[ ](?P<season>{_SEASON}))"
                            rf"(?:[ ](?:of[ ])?(?P<year>{YEAR}))?(?!\w)", read.season_phrase),
    rule(" ".join(SEASONS), rf"(?P<season>{_SEASON})[ ](?:of[ ])?(?P<year>{YEAR}|{RELATIVE_YEAR})(?!\w)", read.season_phrase),
    rule(" ".join(SEASONS), rf"(?:(?<=\bin the )|(?<=over the )|(?<=during the ))(?P<season>{_SEASON})(?![\w-])", read.season_phrase),
    rule(" ".join(SEASONS), r"(?:(?<=since the )|(?<=until the )|(?<=\bin ))(?P<season>winter|spring|summer)(?![\w-])", read.season_phrase),
    # "in 2019", "since twenty nineteen", "the nineties"
    rule("# nineteen twenty two", rf"{_BEFORE_A_YEAR}(?P<year>{YEAR})(?![\w%’'-])(?![ ]?(?:mg|mcg|ml|units?|steps|calories|vision)\b)",
         read.year_phrase),
    rule("# " + " ".join(DECADES), rf"the[ ](?P<decade>{'|'.join(DECADES)}|['’]?[1-9]0['’]?s|(?:19|20)[0-9]0['’]?s)(?!\w)", read.decade),
    rule(_HOLIDAY_WORDS, rf"(?:(?P<which>{WHICH})[ ])?(?P<holiday>{HOLIDAY})(?P<weekend>[ ]weekend)?"
                         rf"(?:,?[ ](?:of[ ]|in[ ])?(?P<year>{YEAR}|{RELATIVE_YEAR}))?(?![\w])", read.holiday_phrase),
    rule(f"{_WEEKDAY_WORDS}", rf"the[ ]{_NTH}[ ](?P<day>{FULL_WEEKDAY})[ ](?:of|in)[ ]{_MONTH_MEANT}(?!\w)", read.nth_weekday_phrase),
    rule("day", rf"the[ ](?:very[ ])?{_NTH}[ ]day[ ](?:of|in)[ ]{_MONTH_MEANT}(?!\w)", read.day_at_an_end),
    rule("week", rf"the[ ]{_NTH}[ ]week[ ](?:of|in)[ ]{_MONTH_MEANT}(?!\w)", read.nth_week),
)  # fmt: skip
