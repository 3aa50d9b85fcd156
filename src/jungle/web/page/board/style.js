// The look of a board, inside its shadow root. Lengths are relative to the drawing, in which a square is 100 wide; cqw are
// hundredths of the board's width. A narrow board shows almost no frame and has its coordinates inside.

export const STYLE = `
:host { display: block; container-type: inline-size; touch-action: manipulation; user-select: none;
  -webkit-user-select: none; -webkit-tap-highlight-color: transparent; }
.board { --frame: var(--drawn); --wide: calc(var(--files) * 100 + 2 * var(--frame));
  --high: calc(var(--ranks) * 100 + 2 * var(--frame)); position: relative; width: 100%;
  aspect-ratio: var(--wide) / var(--high); }
.ground { position: absolute; inset: 0; overflow: hidden; border-radius: 2.6cqw; pointer-events: none; }
.ground img { position: absolute; max-width: none;
  width: calc((var(--files) * 100 + 2 * var(--drawn)) / var(--wide) * 100%);
  left: calc((var(--frame) - var(--drawn)) / var(--wide) * 100%);
  top: calc((var(--frame) - var(--drawn)) / var(--high) * 100%); }
.grid { position: absolute; display: grid;
  grid-template: repeat(var(--ranks), 1fr) / repeat(var(--files), 1fr);
  left: calc(var(--frame) / var(--wide) * 100%); top: calc(var(--frame) / var(--high) * 100%);
  width: calc(var(--files) * 100 / var(--wide) * 100%); height: calc(var(--ranks) * 100 / var(--high) * 100%); }
.row { display: contents; }
.cell { position: relative; outline: none; cursor: default; }
.cell.own { cursor: grab; touch-action: none; }
.cell.last { background: color-mix(in srgb, var(--board-last, #ffd23c) 46%, transparent);
  box-shadow: inset 0 0 0 0.35cqw color-mix(in srgb, #5c3b00 55%, transparent); }
.cell[data-mark="good"] { background: color-mix(in srgb, #2fae5f 58%, transparent); }
.cell[data-mark="bad"] { background: color-mix(in srgb, #d8392b 55%, transparent); }
.cell[data-mark="note"] { background: color-mix(in srgb, #ffd23c 58%, transparent); }
/* Light within dark: seen on every ground without telling colours apart. */
.cell.selected { box-shadow: inset 0 0 0 0.55cqw #2b1d12, inset 0 0 0 1.5cqw var(--board-chosen, #ffb52e), inset 0 0 0 1.9cqw #fff;
  border-radius: 1.6cqw; }
.cell.target { cursor: pointer; }
.cell.target::after { content: ""; position: absolute; inset: 35%; border-radius: 50%;
  background: var(--board-target, #14562b); opacity: 0.78; box-shadow: 0 0 0 0.5cqw #fff9; z-index: 1; }
/* Four corners mark prey, dark on white, so that its face and number stay visible on pieces of any colour. */
.cell.target.taken::after { inset: 1%; opacity: 1; border-radius: 1.6cqw; box-shadow: none; z-index: 3; --mark: var(--board-capture, #16130f);
  background: none; border: 1.1cqw solid #fff; outline: 0.55cqw solid var(--mark); outline-offset: -0.8cqw;
  mask: conic-gradient(#000 0 0) 0 0 / 36% 36%, conic-gradient(#000 0 0) 100% 0 / 36% 36%,
    conic-gradient(#000 0 0) 0 100% / 36% 36%, conic-gradient(#000 0 0) 100% 100% / 36% 36%; mask-repeat: no-repeat; }
.cell.refused { animation: refused 0.3s; background: color-mix(in srgb, #d8392b 50%, transparent); }
@keyframes refused { 25% { translate: -1cqw 0; } 75% { translate: 1cqw 0; } }
.bubble { position: absolute; z-index: 6; max-width: 72%; margin: 0.8cqw 0; padding: 0.45em 0.75em; pointer-events: none;
  font: 600 max(0.94rem, 2.9cqw)/1.3 var(--text-font, system-ui, sans-serif); color: #fff; background: #2b1d12f2; border-radius: 0.6em;
  box-shadow: 0 2px 10px #0006; text-wrap: balance; }
.cell.over { background: color-mix(in srgb, #2fae5f 50%, transparent); }
.cell:focus-visible { box-shadow: inset 0 0 0 0.7cqw var(--board-focus, #1f6fd6), inset 0 0 0 1.2cqw #fff;
  border-radius: 1.6cqw; z-index: 2; }
.piece { position: absolute; left: 0; top: 0; pointer-events: none; padding: 0.5cqw; box-sizing: border-box;
  width: calc(100% / var(--files)); height: calc(100% / var(--ranks)); }
.piece.moving { transition: transform var(--board-pace, 180ms) cubic-bezier(0.3, 0.1, 0.3, 1); z-index: 2; }
.piece.leaving { transition: opacity var(--board-pace, 180ms); opacity: 0; }
.piece.turning { animation: turning calc(var(--board-pace, 180ms) * 1.6) ease-out; }
.piece.dragged { z-index: 3; transition: none; will-change: transform; filter: drop-shadow(0 1cqw 1cqw #0007); }
@keyframes turning { from { scale: 0.05 1; } 60% { scale: 1.08 1.08; } }
/* For large text, each piece has its rank again, larger than in its drawing. */
.cell[data-rank]::before { content: attr(data-rank); display: var(--board-badge, none); position: absolute; right: 0; bottom: 0; z-index: 3;
  width: calc(var(--board-badge-size, 0) * 1%); aspect-ratio: 1; border-radius: 50%; place-items: center; pointer-events: none;
  font: 700 calc(100cqw / var(--files) * var(--board-badge-size, 0) / 130)/1 var(--heading-font, system-ui, sans-serif);
  color: #fff; background: #16407e; box-shadow: 0 0 0 0.35cqw #fff; }
.cell[data-side="red"]::before { background: #8f1d16; }
.arrows { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; z-index: 4; }
.label { position: absolute; font: 600 calc(2.9cqw * var(--board-text, 1))/1 var(--heading-font, system-ui, sans-serif); color: var(--board-label, #f6dfb4);
  pointer-events: none; display: grid; place-items: center; }
.label.file { left: calc((var(--frame) + var(--index) * 100) / var(--wide) * 100%); bottom: 0;
  width: calc(100 / var(--wide) * 100%); height: calc(var(--frame) / var(--high) * 100%); }
.label.rank { top: calc((var(--frame) + var(--index) * 100) / var(--high) * 100%); left: 0;
  height: calc(100 / var(--high) * 100%); width: calc(var(--frame) / var(--wide) * 100%); }
@container (max-width: 30rem) {
  .board { --frame: 8; }
  .ground { border-radius: 1.2cqw; }
  .label { font-size: max(2.4cqw * var(--board-text, 1), min(0.6rem, 3.6cqw * var(--board-text, 1))); color: #fff; text-shadow: 0 0 2px #000, 0 0 3px #000c; z-index: 1; }
  .label.file { height: auto; bottom: calc((var(--frame) + 3) / var(--high) * 100%); place-items: end start;
    padding-left: 0.8cqw; }
  .label.rank { width: auto; left: calc((var(--frame) + 5) / var(--wide) * 100%); place-items: start;
    padding-top: 0.6cqw; }
}
@media (prefers-reduced-motion: reduce) {
  .piece.moving, .piece.leaving { transition: none; } .piece.turning, .cell.refused { animation: none; }
}
`;
