"""What names look like."""

import unicodedata

LOOKALIKES = str.maketrans("01ıӏіјаеорсухһԁԛԝѕαινορ", "olilijaeopcyxhdqwsaivop")
"""Letters and digits that look like another letter in Latin script."""


def skeleton(name: str) -> str:
    """What a name looks like: equal for names that are easily confused (after UTS 39).

    >>> skeleton("rnartin") == skeleton("Martin"), skeleton("aIice") == skeleton("alice")
    (True, True)
    >>> skeleton("ian"), skeleton("Ian")
    ('ian', 'lan')
    """
    plain = unicodedata.normalize("NFKD", name).replace("I", "l").casefold()
    return plain.translate(LOOKALIKES).replace("rn", "m").replace("vv", "w")
