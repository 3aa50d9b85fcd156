// How many threads the engine may have, if the page may share memory with its workers.

/** More bring little, and each takes memory. */
const MOST = 16;
const USUAL = 4;

const cores = () => globalThis.navigator?.hardwareConcurrency ?? 1;

export const mostThreads = () => Math.max(1, Math.min(cores(), MOST));

/** Leaves a core to the rest of the machine. */
export const usualThreads = () => Math.max(1, Math.min(cores() - 1, USUAL));
