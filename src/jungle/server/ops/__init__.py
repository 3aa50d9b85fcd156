"""Running a server: scheduled work, moderation, detection of engine assistance, limits below the application.

May import `mail` and what is below it.
"""
