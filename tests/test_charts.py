"""Charts: well-formed drawings, and round numbers on their axes."""

import xml.etree.ElementTree as ElementTree

import pytest

from jungle.flip import FlipGame
from jungle.svg.charts import (
    Axis,
    curve_chart,
    heat_board,
    histogram,
    interval_bars,
    score_chart,
    share_bars,
)


def test_charts_are_well_formed() -> None:
    names = ("won by <A>", "won by B & C", "nobody")
    drawings = [
        score_chart([(1, 0.0, 0.5, 1.0)], across_title="pairs", label="one"),
        score_chart([(n, 0.4, 0.5, 0.6) for n in range(1, 50)], across_title="pairs", label="more"),
        histogram([[5], [], []], across_title="plies", label="one", names=names),
        histogram([[5, 400], [17] * 9, [33]], across_title="plies", label="more", names=names),
        share_bars([("<den>", [3, 0, 1]), ("crash", [0, 1, 0])], label="shares", names=names),
        heat_board(FlipGame.grid, [0] * 16, title="rat & co", heat="stood", unit="its time"),
        interval_bars([("A", 10.0, 0.0)], label="one"),
    ]
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.tag == "svg"
        for rect in root.iter("rect"):
            assert float(rect.attrib["width"]) > 0
            assert float(rect.attrib["height"]) > 0
        assert "nan" not in drawing


@pytest.mark.parametrize(
    ("low", "high", "ticks"), [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (3, 47, [10, 20, 30, 40]), (0, 1200, [0, 500, 1000])]
)
def test_ticks_are_round(low: float, high: float, ticks: list[float]) -> None:
    assert Axis(low, high, 0, 100).ticks() == ticks


def test_a_curve_chart_is_a_document_with_every_curve_and_interval() -> None:
    curves = [("a < b", [(0.0, 0.1, 0.2, 0.3), (10.0, 0.4, 0.5, 0.6)]), ("c", [(5.0, 0.9, 1.0, 1.0)])]
    root = ElementTree.fromstring(curve_chart(curves, title="learning", across_title="minutes"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    text = "".join(root.itertext())
    assert "a < b: 50% (40% to 60%)" in text
    assert "c: 100% (90% to 100%)" in text
    assert len([line for line in root.iter("{http://www.w3.org/2000/svg}line") if line.get("class") == "range"]) == 3
