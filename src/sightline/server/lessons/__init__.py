"""Lessons: the page sends what somebody has done so far, and nothing is kept."""
