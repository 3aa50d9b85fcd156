"""The charts of a report, until it takes them from `jungle.svg.charts`."""

from jungle.svg.charts import Axis, heat_board, histogram, interval_bars, score_chart, share_bars

__all__ = ["Axis", "heat_board", "histogram", "interval_bars", "score_chart", "share_bars"]
