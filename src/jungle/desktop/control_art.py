"""How controls look."""

from functools import lru_cache

import pygame

from jungle.desktop.canvas import Canvas, rasterise
from jungle.desktop.controls import Button, Control, Form, RadioGroup, Rows, Slider, TextField, Toggle
from jungle.svg.shapes import circle, document, downward, rect


def draw_form(canvas: Canvas, form: Form) -> None:
    """All controls of a form that have been laid out, and the focus ring above them."""
    for control in form.controls:
        if control.rect.width:
            draw_control(canvas, control, hovered=form.hovered == control.key, pressed=form.pressed == control.key)
            if isinstance(control, TextField):
                _text_field(canvas, control, active=form.focus == control.key)
    for control in form.controls:
        if form.focus_shown and control.key == form.focus and control.rect.width:
            draw_focus(canvas, control.rect)


def draw_focus(canvas: Canvas, place: pygame.Rect) -> None:
    """A double ring, visible on light and dark backgrounds."""
    gap = canvas.size(0.18)
    around = place.inflate(gap * 2 + 6, gap * 2 + 6)
    radius = canvas.unit * 0.62
    w, h = around.size
    rings = (("#fff", 4.0), (canvas.theme.focus, 2.4))
    shapes = [rect(2, 2, w - 4, h - 4, radius, fill="none", stroke=ink, stroke_width=width) for ink, width in rings]
    canvas.shape(around, "".join(shapes))


def draw_control(canvas: Canvas, control: Control, *, hovered: bool, pressed: bool) -> None:
    match control:
        case Button():
            _button(canvas, control, hovered=hovered, pressed=pressed)
        case RadioGroup():
            _choice(canvas, control)
        case Toggle():
            _toggle(canvas, control)
        case Slider():
            _slider(canvas, control)
        case Rows():
            _rows(canvas, control)


def key_cap(
    canvas: Canvas,
    place: pygame.Rect,
    colours: tuple[str, str],
    edge: str,
    *,
    pressed: bool = False,
    lit: bool = False,
    dim: bool = False,
) -> None:
    """A raised plate, pushed in while it is pressed."""
    drawing = _cap_drawing(place.size, canvas.unit * 0.55, colours, edge, pressed, lit, 0.55 if dim else 1.0)
    canvas.surface.blit(rasterise(drawing, *place.size), place)


@lru_cache(maxsize=512)
def _cap_drawing(
    size: tuple[int, int],
    round_by: float,
    colours: tuple[str, str],
    edge: str,
    pressed: bool,
    lit: bool,
    opacity: float,
) -> str:
    w, h = size
    radius = min(round_by, h / 2.4)
    deep = max(2, round(h * 0.07))
    sink = deep if pressed else 0
    shapes = [
        rect(1, 1 + deep, w - 2, h - deep - 2, radius, fill=edge, opacity=opacity),
        rect(1, 1 + sink, w - 2, h - deep - 2, radius, fill="url(#f)", stroke=edge, stroke_width=1.4, opacity=opacity),
    ]
    if lit and not pressed:
        shapes.append(rect(2, 2, w - 4, h - deep - 4, radius, fill="#fff", opacity=0.22))
    return document(w, h, "".join(shapes), downward("f", h, (0, colours[0]), (1, colours[1])))


def _button(canvas: Canvas, button: Button, *, hovered: bool, pressed: bool) -> None:
    theme, rect = canvas.theme, button.rect
    chosen = button.primary or button.checked
    colours, edge = (theme.accent, theme.accent_edge) if chosen else (theme.button, theme.button_edge)
    ink = theme.accent_ink if chosen else theme.button_ink
    if not button.enabled:
        ink = theme.faint
    if not button.quiet or hovered or chosen:
        key_cap(canvas, rect, colours, edge, pressed=pressed, lit=hovered and button.enabled, dim=not button.enabled)
    sink = max(2, round(rect.height * 0.07)) if pressed else 0
    middle = rect.centery - round(rect.height * 0.035) + sink
    if not button.label:
        if button.icon:
            canvas.icon(button.icon, (rect.centerx, middle), min(rect.height * 0.56, rect.width * 0.7), ink)
        return
    part = min(rect.height * 0.42 / canvas.unit, 1.25)
    if not button.icon:
        place, width = (rect.centerx, middle), rect.width * 0.92
        canvas.text(button.label, place, part, colour=ink, bold=button.primary, anchor="center", width=width)
        return
    size = rect.height * 0.5
    gap = size * 0.45
    room = rect.width * 0.92 - size - gap
    width = min(canvas.measure(button.label, part, bold=button.primary)[0], room)
    left = rect.centerx - (size + gap + width) / 2
    canvas.icon(button.icon, (left + size / 2, middle), size, ink)
    canvas.text(button.label, (left + size + gap, middle), part, colour=ink, bold=button.primary, width=room)


def _choice(canvas: Canvas, choice: RadioGroup) -> None:
    theme, gap = canvas.theme, max(2, canvas.size(0.14))
    for (value, label), cell in zip(choice.options, choice.cells(), strict=True):
        inside = cell.inflate(-gap, -gap)
        chosen = value == choice.value
        colours, edge = (theme.accent, theme.accent_edge) if chosen else (theme.button, theme.button_edge)
        ink = theme.accent_ink if chosen else theme.button_ink
        key_cap(canvas, inside, colours, edge, pressed=chosen, dim=not choice.enabled)
        middle = inside.centery + (1 if chosen else -2)
        part = min(inside.height * 0.42 / canvas.unit, 1.0)
        # The chosen value stays legible even when it cannot be changed.
        colour = ink if choice.enabled or chosen else theme.faint
        place = (inside.centerx, middle)
        canvas.text(label, place, part, colour=colour, bold=chosen, anchor="center", width=inside.width * 0.9)


def _toggle(canvas: Canvas, toggle: Toggle) -> None:
    theme, rect = canvas.theme, toggle.rect
    h = rect.height
    track = pygame.Rect(rect.left, rect.top, round(h * 1.9), h)
    colour = theme.accent[1] if toggle.on else theme.button_edge
    canvas.block(track, colour, radius=h / 2, edge=theme.accent_edge if toggle.on else theme.button_edge)
    x = track.right - h / 2 if toggle.on else track.left + h / 2
    knob = pygame.Rect(0, 0, h, h)
    knob.center = (round(x), track.centery)
    canvas.shape(knob, circle(h / 2, h / 2, h * 0.39, fill="#fff"))
    canvas.icon("check" if toggle.on else "cross", knob.center, h * 0.5, theme.accent_edge if toggle.on else "#7a7a7a")


def _slider(canvas: Canvas, slider: Slider) -> None:
    theme, rect, below = canvas.theme, slider.rect, 0
    if slider.marks:  # The words below take some of the height.
        below = canvas.line_height(0.75)
        rect = pygame.Rect(rect.left, rect.top, rect.width, max(rect.height - below, 1))
    knob = rect.height
    x = rect.left + knob / 2 + slider.value * (rect.width - knob)
    groove = pygame.Rect(rect.left + knob // 2, rect.centery - max(3, knob // 8), rect.width - knob, max(6, knob // 4))
    canvas.block(groove, theme.button_edge, radius=groove.height / 2, opacity=0.45)
    filled = pygame.Rect(groove.left, groove.top, max(round(x) - groove.left, 1), groove.height)
    canvas.block(filled, theme.accent[1], radius=groove.height / 2, opacity=1.0 if slider.enabled else 0.4)
    for stop in range(slider.stops):
        at = rect.left + knob / 2 + stop / (slider.stops - 1) * (rect.width - knob)
        dot = pygame.Rect(0, 0, 3, max(round(groove.height * 1.5), 5))
        dot.center = (round(at), rect.centery)
        canvas.surface.fill(theme.button_edge, dot)
        if words := slider.marks.get(stop):
            place, ink = (round(at), slider.rect.bottom - below // 2), theme.ink if stop == slider.stop else theme.faint
            half = min(at - slider.rect.left, slider.rect.right - at)
            anchor = "center" if half > canvas.measure(words, 0.75)[0] / 2 else "midright"
            edge = slider.rect.right if anchor == "midright" else place[0]
            canvas.text(words, (edge, place[1]), 0.75, colour=ink, bold=stop == slider.stop, anchor=anchor)
    face = pygame.Rect(0, 0, knob, knob)
    face.center = (round(x), rect.centery)
    shade = circle(knob / 2, knob / 2 + 1, knob * 0.42, fill="#000", opacity=0.25)
    cap = circle(knob / 2, knob / 2, knob * 0.41, fill=theme.accent[0], stroke=theme.accent_edge, stroke_width=2)
    canvas.shape(face, shade + cap)


def _text_field(canvas: Canvas, field: TextField, *, active: bool) -> None:
    theme, rect, pad = canvas.theme, field.rect, canvas.size(0.6)
    edge = theme.accent_edge if active else theme.button_edge
    canvas.block(rect, "#fffdf6", edge=edge, radius=canvas.unit * 0.35, line=2 if active else 1.5)
    part = min(rect.height * 0.46 / canvas.unit, 1.0)
    shown, ink = (field.text, "#2b2118") if field.text or active else (field.label, "#8d8271")
    place = canvas.text(shown, (rect.left + pad, rect.centery), part, colour=ink, width=rect.width - 2 * pad)
    if active:
        caret = pygame.Rect(min(place.right + 1, rect.right - 4), 0, 2, round(rect.height * 0.56))
        caret.centery = rect.centery
        canvas.surface.fill("#2b2118", caret)


def _rows(canvas: Canvas, rows: Rows) -> None:
    theme = canvas.theme
    for i, cell in rows.cells():
        chosen = i == rows.chosen
        if chosen:
            canvas.block(cell.inflate(-2, -2), theme.accent[0], radius=canvas.unit * 0.4, edge=theme.accent_edge)
        left, right = rows.rows[i].split("\t") if "\t" in rows.rows[i] else (rows.rows[i], "")
        ink = theme.accent_ink if chosen else theme.ink
        pad = canvas.size(0.6)
        part = min(rows.row_height * 0.46 / canvas.unit, 1.0)
        edge = cell.right - pad
        if right:
            place, colour = (edge, cell.centery), ink if chosen else theme.faint
            shown = canvas.text(right, place, part * 0.92, colour=colour, anchor="midright", width=cell.width * 0.4)
            edge = shown.left - pad
        canvas.text(left, (cell.left + pad, cell.centery), part, colour=ink, width=edge - cell.left - pad)
    if len(rows.rows) > rows.visible():
        track = pygame.Rect(rows.rect.right - 5, rows.rect.top, 5, rows.rect.height)
        top = track.top + round(track.height * rows.offset / len(rows.rows))
        height = max(round(track.height * rows.visible() / len(rows.rows)), 12)
        canvas.block(pygame.Rect(track.left, top, 5, height), theme.button_edge, radius=2.5)
