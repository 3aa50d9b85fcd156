// The look of a board, inside its shadow root. Sizes are in cqw, hundredths of the board's width.

export const STYLE = `
:host { display: block; container-type: inline-size; touch-action: manipulation; user-select: none;
  -webkit-user-select: none; }
.board { position: relative; width: 100%; }
.ground { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.grid { position: absolute; display: grid; }
.row { display: contents; }
.cell { position: relative; outline: none; cursor: default; }
.cell.own { cursor: grab; }
.cell.last { background: color-mix(in srgb, var(--board-last, #ffd23c) 42%, transparent); }
.cell.selected { box-shadow: inset 0 0 0 0.9cqw var(--board-chosen, #ff9d1e); border-radius: 1.6cqw; }
.cell.target { cursor: pointer; }
.cell.target::after { content: ""; position: absolute; inset: 36%; border-radius: 50%;
  background: var(--board-target, #14562b); opacity: 0.72; box-shadow: 0 0 0 0.5cqw #fff9; }
.cell.target.taken::after { inset: 5%; background: none; border: 0.9cqw solid var(--board-capture, #c4291c);
  opacity: 0.9; box-shadow: none; }
.cell:focus-visible { box-shadow: inset 0 0 0 0.7cqw var(--board-focus, #1f6fd6), inset 0 0 0 1.2cqw #fff; }
.cell.marked { background: color-mix(in srgb, #35b26b 50%, transparent); }
.piece { position: absolute; left: 0; top: 0; pointer-events: none; padding: 0.5cqw; box-sizing: border-box;
  will-change: transform; }
.piece.moving { transition: transform var(--board-pace, 180ms) cubic-bezier(0.3, 0.1, 0.3, 1); z-index: 2; }
.piece.leaving { transition: opacity var(--board-pace, 180ms); opacity: 0; }
.piece.dragged { z-index: 3; filter: drop-shadow(0 1cqw 1cqw #0007); }
.arrows { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; z-index: 4; }
.label { position: absolute; font: 600 2.9cqw/1 system-ui, sans-serif; color: var(--board-label, #f6dfb4);
  pointer-events: none; display: grid; place-items: center; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { .piece.moving, .piece.leaving { transition: none; } }
`;
