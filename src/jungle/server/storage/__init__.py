"""The database: connections and transactions, the schema, migrations, backups.

Knows tables, not what they mean. Imports none of the other packages.
"""
