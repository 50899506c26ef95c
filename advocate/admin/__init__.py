"""The staff's pages: Django's admin, each role through its own door of the database, under one site."""
