"""What people do by hand with a fact, a contradiction or a held draft, beside what is told in conversations.

    patient.py    withdraw, correct, settle, complete, drop: through gate and ledger, on evidence of their own
    marks.py      pinned, never to be brought up: kept beside the row, following its chain
    clinician.py  confirm, retract, settle, undo: functions of the database, for her alone
    shown.py      who decided what; what still waits
    changes.py    what is new since a moment

A fact is never edited here: a correction is a new row, an undoing a new decision.
"""
