"""Addresses: the patient's pages at the root, accounts and the admin each at a prefix of their own."""

from __future__ import annotations

from django.urls import include, path

from advocate.admin.site import site

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("admin/", site.urls),
    path("", include("advocate.urls")),
]
