"""The worth of the animals in the Python searcher's evaluations."""

from jungle.pieces import Animal

WORTH = {
    Animal.RAT: 250,
    Animal.CAT: 100,
    Animal.DOG: 150,
    Animal.WOLF: 200,
    Animal.LEOPARD: 300,
    Animal.TIGER: 550,
    Animal.LION: 650,
    Animal.ELEPHANT: 600,
}
"""In centi-cats."""
