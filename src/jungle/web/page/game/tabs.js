// Several tabs with the same game: all show it, and only the one used last lets the computer move.

/** @typedef {{id: string, from: string, revision?: number, isClaim?: boolean}} Note */

const OWN = Math.random().toString(36).slice(2);

/**
 * Follows what other tabs do with a game.
 * @param {string} id @param {{onChange: () => void, onClaim: () => void}} listener another tab stored a change; another tab took over
 */
export function shareGame(id, { onChange, onClaim }) {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("jungle");
  if (channel) {
    channel.onmessage = ({ data }) => {
      const note = /** @type {Note} */ (data);
      if (note?.id !== id || note.from === OWN) return;
      if (note.isClaim) onClaim();
      else onChange();
    };
  }
  let isOpen = channel !== null;
  /** @param {Partial<Note>} parts */
  const post = (parts) => isOpen && channel?.postMessage({ id, from: OWN, ...parts });
  return {
    changed: (/** @type {number} */ revision) => post({ revision }),
    claim: () => post({ isClaim: true }),
    close: () => {
      isOpen = false;
      channel?.close();
    },
  };
}
