"""The package's metadata agrees across files."""

import re
import tomllib
from pathlib import Path

import jungle

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {jungle.__version__}\n" in citation
    assert f'date-released: "{jungle.__date__}"\n' in citation


def test_the_package_can_be_run_as_a_module() -> None:
    assert PROJECT["scripts"][PROJECT["name"]] == PROJECT["scripts"]["jungle"]


def test_the_readme_lists_every_extra_for_users() -> None:
    listed = re.findall(r"^- `(\w+)`:", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(PROJECT["optional-dependencies"]) - {"dev", "docs", "peers"} <= set(listed)


def test_everything_the_container_copies_exists() -> None:
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{name}" for names in copied for name in names.split()} <= set(sent)
