"""Addresses: the patient's pages at the root, accounts and the admin each at a prefix of their own."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("advocate.urls")),
]
