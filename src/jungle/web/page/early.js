// Files that are fetched before the script that needs them has loaded. A preload link would do, but browsers warn about
// one that is not used within a few seconds, and a slow phone may take longer.

/** Shows that loading failed without using the words files, which may be missing too. @param {string} language */
export function tellFailure(language) {
  document.getElementById("first")?.remove();
  for (const told of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".failure"))) {
    told.hidden = told.lang !== language;
    told.querySelector("button")?.addEventListener("click", () => location.reload(), { once: true });
  }
}

const early = () => /** @type {{earlyFiles?: Map<string, Promise<Response>>}} */ (globalThis);

/** @param {string[]} paths */
export function askEarly(paths) {
  const asked = paths.map((path) => {
    const answer = fetch(path);
    answer.catch(() => undefined); // The caller that awaits it handles the error.
    return /** @type {[string, Promise<Response>]} */ ([new URL(path, document.baseURI).href, answer]);
  });
  early().earlyFiles = new Map(asked);
}

/** A file, which may already be loading. @param {URL | string} path @returns {Promise<Response>} */
export function fetchOnce(path) {
  const { href } = new URL(path, document.baseURI);
  const answer = early().earlyFiles?.get(href);
  early().earlyFiles?.delete(href);
  return answer ?? fetch(href);
}
