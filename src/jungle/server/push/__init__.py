"""Web Push: notifications that reach a device while the app is closed.

A notification is written in the transaction that it reports, like a mail, and sent to the push service of the browser
that subscribed. What it says is encrypted for that browser.
"""
