// Files that are asked for before the script that needs them is there. A link in the page would do, but browsers complain about
// one whose file is not used within a few seconds, which a slow phone cannot promise.

/** A start that failed is told where nothing else can be: the words may be missing as well. @param {string} language */
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
    answer.catch(() => undefined); // Whoever takes it hears of it.
    return /** @type {[string, Promise<Response>]} */ ([new URL(path, document.baseURI).href, answer]);
  });
  early().earlyFiles = new Map(asked);
}

/** A file, which may be on its way already. @param {URL | string} path @returns {Promise<Response>} */
export function fetchOnce(path) {
  const { href } = new URL(path, document.baseURI);
  const answer = early().earlyFiles?.get(href);
  early().earlyFiles?.delete(href);
  return answer ?? fetch(href);
}
