"""Scrim under the names of other libraries."""
