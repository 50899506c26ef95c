"""The patient's pages."""

from __future__ import annotations

from django.urls import path

from advocate.pages import (
    acts,
    beside,
    chat,
    conversations,
    documents,
    erasing,
    finding,
    record,
    settings,
    taking_along,
)

urlpatterns = [
    path("", chat.chat, name="chat"),
    path("say/", chat.say, name="say"),
    path("now/", beside.now, name="now"),
    path("signs/", beside.signs, name="signs"),
    path("say/<uuid:turn>/", chat.reply_state, name="reply-state"),
    path("end/", chat.end, name="end"),
    path("conversations/", conversations.conversations, name="conversations"),
    path("conversations/<uuid:session>/", conversations.conversation, name="conversation"),
    path("conversations/<uuid:session>/progress/", conversations.progress, name="progress"),
    path("conversations/<uuid:session>/again/", conversations.again, name="again"),
    path("replies/<uuid:turn>/", conversations.why_answer, name="why"),
    path("search/", finding.search, name="search"),
    path("documents/new/", documents.hand_in, name="hand-in"),
    path("record/", record.record, name="record"),
    path("record/facts/<uuid:fact>/", record.fact, name="fact"),
    path("record/facts/<uuid:fact>/correct/", acts.correct, name="correct"),
    path("record/facts/<uuid:fact>/withdraw/", acts.withdraw, name="withdraw"),
    path("record/facts/<uuid:fact>/mark/", acts.mark, name="mark"),
    path("record/facts/<uuid:fact>/forget/", record.forget, name="forget"),
    path("record/conflicts/<uuid:conflict>/", acts.conflict, name="conflict"),
    path("record/held/<uuid:held>/", acts.held, name="held"),
    path("record/readings/", finding.readings, name="readings"),
    path("record/readings/<uuid:reading>.svg", finding.readings_chart, name="readings-chart"),
    path("record/timeline/", finding.in_time, name="timeline"),
    path("record/on/", finding.as_of, name="as-of"),
    path("record/looks/", record.who_looked, name="looks"),
    path("record/visit/", taking_along.visit, name="visit"),
    path("record/visit/summary.pdf", taking_along.visit_pdf, name="visit-pdf"),
    path("record/take/", taking_along.take_along, name="take-along"),
    path("record/take/everything/", taking_along.everything, name="export-json"),
    path("record/take/fhir/", taking_along.as_fhir, name="export-fhir"),
    path("record/erase/", erasing.erase, name="erase"),
    path("record/erased/", erasing.receipt, name="receipt"),
    path("settings/", settings.settings, name="settings"),
    path("settings/close/", erasing.close_account, name="close-account"),
    path("memory", erasing.memory, name="memory"),
]
