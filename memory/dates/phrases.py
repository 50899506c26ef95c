"""The table of English phrases that name a day, a month or a year; `readers` says what each comes down to.

The first words of a rule are those of which one must occur for the rule to be tried ("#": any digit).
"""

from __future__ import annotations

from memory.dates import readers as read
from memory.dates import readers_of_weekdays as weekdays
from memory.dates.rules import SEASONS, Rule, rule
from memory.dates.words import (
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
    following,
)

# What may follow "on the second", and what may not follow "the 28th": a noun makes it no date ("the second pill").
_ENDS_A_DATE = (
    r"(?![\w'’-])(?= *(?:$|[.,;:!?)\n]|(?:and|but|or|i|he|she|we|they|you|it|at|in|on|with|because|when|where|so|to"
    r"|from|until|by|for|as|after|before|my|the|then|which|that|is|was|will|dr|doctor|this|last|next)\b))"
)
_NO_NOUN = (
    r"(?![\w'’-])(?! +of (?:each|every)\b)(?! +(?:time|dose|pill|tablet|floor|street|avenue|day|week|month|year|grade"
    r"|percentile|birthday|visit|try|one|trimester|surgery|hour|night|child|baby|anniversary|opinion|round|shot|cycle"
    r"|century|stage|toe|finger|rib|thing)s?\b)"
)
_NO_VERB = r"(?![\w'’-])(?! (?:have|be|need|cause|not|take|help|on the)\b)"
_NO_AMOUNT = (
    r"(?![\w%’'-])(?! ?(?:mg|mcg|ml|milligrams?|units?|steps|calories|people|dollars|vision|percent|pounds|minutes"
    r"|hours|days|weeks|times)\b)"
)

_MONTH_WORDS = " ".join(MONTHS)
_WEEKDAY_WORDS = " ".join(WEEKDAYS)
_SEASON_WORDS = " ".join(SEASONS)
_UNIT_WORDS = (
    "day days night nights week weeks weekend weekends fortnight fortnights month months year years decade decades "
    "yr yrs wk wks mo mos"
)
_HOLIDAY_WORDS = (
    "new martin mlk groundhog valentine valentines president presidents saint st ash palm good easter cinco mother "
    "mothers memorial juneteenth father fathers independence fourth labor labour columbus indigenous halloween veteran "
    "veterans thanksgiving black christmas xmas boxing"
)

_SEASON = "(?:" + "|".join(SEASONS) + ")"
_DECADE = rf"(?:{'|'.join(DECADES)}|['’]?[1-9]0['’]?s|(?:19|20)[0-9]0['’]?s)"
_WHICH = f"(?P<which>{WHICH}) "
_MONTH = f"(?P<month>{MONTH})"
_DAY_NAME = f"(?P<day>{FULL_WEEKDAY})"
_SHORT_DAY_NAME = r"(?P<day>mon|tues?|wed|thu(?:rs?)?|fri|(?-i:Sat|Sun))\b\.?"
_WEEKDAY_FIRST = rf"(?:{WEEKDAY} ?,? +)?"
_SOME_YEAR = f"(?P<year>{YEAR}|{RELATIVE_YEAR})"
_OF_A_YEAR = rf"(?: ?,? +(?:of |in )?(?P<year>{SHORT_YEAR}|{RELATIVE_YEAR}))?"
_OF_THE_MONTH = r"(?: (?:of|in) (?P<which>last|this|next|previous|the) month\b)?"
_NTH = "the (?:very )?(?P<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)"
_MONTH_MEANT = rf"(?:(?:the )?(?P<which>last|this|next|previous|the) month|{_MONTH}(?: (?:of )?(?P<year>{YEAR}))?)"
_COUNTED = (
    rf"(?:(?P<low>{COUNT})(?: (?:to|or) |-|–))?(?P<count>{COUNT})(?P<half> and a half)?"
    rf"[ -](?P<unit>{UNIT})(?P<half_unit> and a half)?"
)
_MORE = rf"(?:(?P<more>{COUNT}) (?P<more_unit>{UNIT})(?:,| and) )?"
_ROUGHLY = r"(?:about |around |over |almost |nearly |at least |roughly |another |like |maybe )*"
_THROUGHOUT = r"(?:(?:for|over|in|during|within|throughout) )?"
_TELLS_A_MONTH = ("in", "since", "until", "till", "by", "from", "during", "around", "about", "through", "before",
                  "after", "early", "mid", "late", "of", "for")  # fmt: skip
_AFTER_MONTH_WORD = following(*_TELLS_A_MONTH)
_AFTER_YEAR_WORD = following(*_TELLS_A_MONTH, "year", "back to")
_AFTER_PART = following(
    "earlier in", "later in", "early in", "late in", "end of", "beginning of", "start of", "middle of"
)

_DAY_RULES = (
    rule("yesterday today tomorrow tonight night morning afternoon evening",
         r"(?:the )?(?P<word>day before yesterday|day after tomorrow|night before last|last night|earlier today"
         r"|later today|today|tonight|this (?:morning|afternoon|evening)|yesterday|tomorrow)"
         rf"{TIME_OF_DAY}(?!\w)", read.day_word),
    # "2026-09-28", "7/3/2026", "on 7/3", "9/2024"
    rule("#-", r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?(?![\w-])", read.iso_phrase),
    rule("#- #/", r"(?P<first>[0-9]{1,2})(?P<sep>[/-])(?P<second>[0-9]{1,2})(?P=sep)(?P<year>[0-9]{4}|[0-9]{2})"
              r"(?![\w/-])", read.slashed),
    rule("#/", rf"{following('on', 'since', 'dated', 'until', 'from', 'by')}"
              r"(?P<first>[0-9]{1,2})/(?P<second>[0-9]{1,2})(?P<year>)(?![\w/-]|[.,][0-9])", read.slashed),
    rule("#/", r"(?P<month>0?[1-9]|1[0-2])/(?P<year>(?:19|20)[0-9]{2})(?![\w/-])", read.month_slash_year),
    # "Thursday, September 28th, 2026", "the twenty second of June", "the 4th of last July"
    rule(_MONTH_WORDS, rf"{_WEEKDAY_FIRST}(?:{_WHICH})?{_MONTH} (?:the )?(?P<day>{DAY}){_OF_A_YEAR}{_NO_NOUN}",
         read.month_and_day),
    rule(_MONTH_WORDS, rf"{_WEEKDAY_FIRST}(?:the )?(?P<day>{DAY})(?: +(?:day )?of)? (?:{_WHICH})?{_MONTH}{_OF_A_YEAR}"
                       rf"{_NO_NOUN}", read.month_and_day),
    # "Thursday the 21st", "the 3rd of last month", "on the second"
    rule("st nd rd th", rf"(?:(?P<day>{WEEKDAY}),? )?the (?P<number>(?:[12]?[0-9]|3[01])(?:st|nd|rd|th)){_NO_NOUN}"
              rf"{_OF_THE_MONTH}", read.day_of_month_phrase),
    rule("the", rf"(?:(?P<day>{WEEKDAY}),? |{following('on', 'since', 'until', 'by')})the (?P<number>{ORDINAL})"
                rf"{_OF_THE_MONTH}{_ENDS_A_DATE}", read.day_of_month_phrase),
    # "Tuesday morning", "Friday of next week", "on Sat", "last week on Tuesday"
    rule(_WEEKDAY_WORDS, rf"(?<!\bother )(?<!\ba )(?<!\bone )(?<!\bsome )(?:{_WHICH})?{_DAY_NAME}{TIME_OF_DAY}"
                         r"(?: (?:of )?(?P<week>last|this|next) week)?(?!\w)"
                         r"(?! (?:morning|afternoon|evening|night)s)", weekdays.weekday_phrase),
    rule(_WEEKDAY_WORDS, rf"(?:{_WHICH}|{following('on', 'since', 'until')}){_SHORT_DAY_NAME}(?P<week>)(?![\w’'])",
         weekdays.weekday_phrase),
    rule(_WEEKDAY_WORDS, rf"(?P<week>last|next|this) week (?:on )?{_DAY_NAME}{TIME_OF_DAY}(?!\w)",
         weekdays.weekday_in_week),
    # "two Fridays ago", "a week from Monday", "the third Wednesday of October", "the last day of the month"
    rule("ago back now", rf"(?P<count>{COUNT}) {_DAY_NAME}s (?P<way>ago|back|from now)\b", weekdays.weekdays_ago),
    rule(_WEEKDAY_WORDS, rf"(?P<count>{COUNT}) weeks? (?P<way>ago|from) (?:on |last |this )?{_DAY_NAME}(?!\w)",
         weekdays.weekday_weeks_away),
    # "a week ago yesterday", "the Monday after next", "Tuesday week", "a week on Tuesday"
    rule("yesterday tomorrow", rf"(?P<count>{COUNT}) weeks? (?P<way>ago|from) (?P<day>yesterday|tomorrow)(?!\w)",
         weekdays.weeks_from_near),
    rule(_WEEKDAY_WORDS, rf"(?:the )?{_DAY_NAME} (?P<way>before last|after next)(?!\w)", weekdays.second_weekday),
    rule("week", rf"(?P<day>{FULL_WEEKDAY}|today|tomorrow) week(?= *(?:$|[.,;:!?)]|at\b))", weekdays.weekday_week),
    rule("week", rf"a week on (?P<day>{FULL_WEEKDAY})(?!\w)", weekdays.weekday_week),
    rule(_WEEKDAY_WORDS, rf"{_NTH} {_DAY_NAME} (?:of|in) {_MONTH_MEANT}(?!\w)", read.nth_weekday_phrase),
    rule("day", rf"{_NTH} day (?:of|in) {_MONTH_MEANT}(?!\w)", read.day_at_an_end),
    rule("week", rf"{_NTH} week (?:of|in) {_MONTH_MEANT}(?!\w)", read.nth_week),
    rule(_HOLIDAY_WORDS, rf"(?:{_WHICH})?(?P<holiday>{HOLIDAY})(?P<weekend> weekend)?"
                         rf"(?:,? (?:of |in )?{_SOME_YEAR})?(?!\w)", read.holiday_phrase),
)  # fmt: skip

_DISTANCE_RULES = (
    # "three weeks ago", "two weeks from now", "in six months"
    rule("ago back now today", rf"{_MORE}{_COUNTED}(?: or (?:so|two))? (?P<way>ago|back|from now|from today)"
                               r"(?P<exact> today)?(?!\w)", read.away),
    rule("half", r"(?P<unit>week|month|year) and a half (?P<way>ago|back)\b", read.one_and_a_half_away),
    rule("ago back now", r"half a year (?P<way>ago|back|from now)\b", read.half_away),
    rule(_UNIT_WORDS, rf"in {_ROUGHLY}(?!the |a day\b|one day\b){_COUNTED}(?:['’] time)?(?![\w-])(?! of\b)",
         read.in_so_long),
    # "for two weeks" (until now), "since three weeks", "over the past few days", "the last month"
    rule("for", rf"for {_ROUGHLY}(?!the ){_COUNTED}(?P<now> now)?(?![\w-])(?! of\b)", read.lasting),
    rule("since", rf"since {_ROUGHLY}{_COUNTED}(?![\w-])(?! (?:ago|back|before|after|of)\b)", read.past_so_long),
    rule("past last", rf"{_THROUGHOUT}(?:(?:the|these) )?(?:past|last) {_COUNTED}(?!\w)(?! of\b)", read.past_so_long),
    rule("past last", rf"{_THROUGHOUT}(?:the (?:past|last)|this past) (?P<count>)(?P<unit>day|week|month|year)"
                      r"(?P<half> and a half)?(?!\w)(?! of\b)", read.past_so_long),
    rule("been", rf"(?<=been ){_ROUGHLY}{_COUNTED}(?= (?:since|that|now)\b| ?(?:[.,;?!]|$))", read.past_so_long),
)  # fmt: skip

_PERIOD_RULES = (
    # "March of 2021", "last year in March", "mid-September", "last November", "in July", "two years ago in May"
    rule(_MONTH_WORDS, rf"{_MONTH},? (?:of |in )?{_SOME_YEAR}(?!\w)", read.month_phrase),
    rule(_MONTH_WORDS, rf"(?P<year>{RELATIVE_YEAR}),? (?:in|around|about) {_MONTH}{_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"mid-{_MONTH}(?: (?:of )?{_SOME_YEAR})?{_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"{_WHICH}{_MONTH}{_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"{_AFTER_MONTH_WORD}(?:the month of )?{_MONTH}{_NO_VERB}", read.month_phrase),
    rule(_MONTH_WORDS, rf"(?P<count>{COUNT}) years? ago (?:in |this |last )?{_MONTH}(?!\w)", read.month_years_ago),
    # "last week", "over the weekend", "the end of the month", "the week before last"
    rule(_UNIT_WORDS, rf"(?:the (?=previous|following|current)|(?<!\bthe )){_WHICH}(?P<unit>week|weekend|month|year)"
                      r"(?![\w’'])(?! of\b)", read.period_phrase),
    rule(_UNIT_WORDS, rf"the (?P<unit>weekend)(?!\w)|{_AFTER_PART}the (?P<unit_end>week|month|year)(?!\w)",
         read.the_period),
    rule("time", r"this time (?P<which>last|next) (?P<unit>week|month|year)(?!\w)", read.this_time),
    rule("last next", r"the (?P<unit>week|weekend|month|year) (?P<way>before last|after next)\b", read.second_next),
    # "last winter", "the summer of 2020", "in the fall" ("since the fall" may be about an accident)
    rule(_SEASON_WORDS, rf"(?<!\bmy )(?<!\bhis )(?<!\bher ){_WHICH}(?P<season>{_SEASON})"
                        rf"(?: (?:of )?(?P<year>{YEAR}))?(?!\w)", read.season_phrase),
    rule(_SEASON_WORDS, rf"(?P<season>{_SEASON}) (?:of )?{_SOME_YEAR}(?!\w)", read.season_phrase),
    rule(_SEASON_WORDS, rf"{following('in the', 'over the', 'during the')}(?P<season>{_SEASON})(?![\w-])",
         read.season_phrase),
    rule(_SEASON_WORDS, rf"{following('since the', 'until the', 'in')}(?P<season>winter|spring|summer)(?![\w-])",
         read.season_phrase),
    # "in 2019", "since twenty nineteen", "mid-2020", "the nineties"
    rule("# nineteen twenty two", rf"{_AFTER_YEAR_WORD}(?P<year>{YEAR}){_NO_AMOUNT}", read.year_phrase),
    rule("#", r"(?<=[0-9]{4} to )(?P<year>(?:19|20)[0-9]{2})(?![\w’'-])", read.year_phrase),  # "from 2018 to 2020"
    rule("mid", rf"mid-(?P<year>{YEAR})(?![\w’'-])", read.year_phrase),
    rule("s " + " ".join(DECADES), rf"the (?:(?P<where>early|mid|late)[ -])?(?P<decade>{_DECADE})(?!\w)", read.decade),
)  # fmt: skip

# Where two phrases begin and end alike, the earlier in this table is meant.
RULES: tuple[Rule, ...] = (*_DAY_RULES, *_DISTANCE_RULES, *_PERIOD_RULES)
