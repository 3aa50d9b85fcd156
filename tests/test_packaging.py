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
    assert set(PROJECT["optional-dependencies"]) <= set(listed)


def test_everything_the_container_copies_exists() -> None:
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{name}" for names in copied for name in names.split()} <= set(sent)


def test_workflows_run_make_targets_and_actions_pinned_by_hash() -> None:
    folder = ROOT / ".github" / "workflows"
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yml")))
    actions = [action for action in re.findall(r"uses: (\S+)", text) if not action.startswith("./")]
    assert actions
    assert [action for action in actions if not re.search(r"@[0-9a-f]{40}$", action)] == []
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    made = re.findall(r"make: ([a-z- ]+?) }", text) + re.findall(r"make: \[(.+)\]", text)
    assert {name for names in made for name in re.findall(r"[a-z-]+", names)} <= targets
