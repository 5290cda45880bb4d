"""Fills the fields of a PDF form with the values of a JSON file."""
