"""The patient's pages."""

from __future__ import annotations

from django.urls import path

from advocate.pages import chat, conversations, documents, erasing, record, settings, taking_along

urlpatterns = [
    path("", chat.chat, name="chat"),
    path("say/", chat.say, name="say"),
    path("say/<uuid:turn>/", chat.reply_state, name="reply-state"),
    path("end/", chat.end, name="end"),
    path("conversations/", conversations.conversations, name="conversations"),
    path("conversations/<uuid:session>/", conversations.conversation, name="conversation"),
    path("conversations/<uuid:session>/progress/", conversations.progress, name="progress"),
    path("conversations/<uuid:session>/again/", conversations.again, name="again"),
    path("replies/<uuid:turn>/", conversations.why_answer, name="why"),
    path("documents/new/", documents.hand_in, name="hand-in"),
    path("record/", record.record, name="record"),
    path("record/facts/<uuid:fact>/", record.fact, name="fact"),
    path("record/facts/<uuid:fact>/forget/", record.forget, name="forget"),
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
