"""Programs for developers, which are not shipped: tuning, calibration, the tactical suite, the browser core."""
