// What is wrong with the layout of the page as it is shown, one line each. Run in the page by `tools.web_layout`.
(() => {
  /** @type {Set<string>} */
  const faults = new Set();
  const SLACK = 1.5;

  /** @param {Element} element */
  const label = (element) => {
    const names = [...element.classList].map((name) => `.${name}`).join("");
    const text = (element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${element.localName}${names} “${text}”`;
  };

  /** @param {Element} element */
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest(".spoken, .typed, svg, option, select, noscript, script, style, template")) return false;
    for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
      if (getComputedStyle(each).clipPath !== "none") return false;
    }
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };

  /** The part of a box that scrolling ancestors leave visible. @param {Element} element */
  const visiblePart = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let each = element.parentElement; each; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };

  if (document.documentElement.scrollWidth > innerWidth)
    faults.add(`the page is ${document.documentElement.scrollWidth - innerWidth} px wider than the screen`);

  const root = document.body;
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const parent = node.parentElement;
    if (parent && node.data.trim() && isShown(parent)) texts.push({ node, parent });
  }

  for (const { node, parent } of texts) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    // The nearest ancestor that is a box of its own.
    let block = parent;
    while (getComputedStyle(block).display.startsWith("inline") && block.parentElement && !block.matches("button, a.button"))
      block = block.parentElement;
    const style = getComputedStyle(block);
    const edge = block.getBoundingClientRect();
    const scrolls = ["auto", "scroll"].includes(style.overflowX) || block.closest(".moves, .tree, pre");
    const isCut = style.textOverflow === "ellipsis" || getComputedStyle(parent).textOverflow === "ellipsis";
    if (!scrolls && !isCut && (box.right > edge.right + SLACK || box.left < edge.left - SLACK))
      faults.add(`text is wider than its box: ${label(block)}`);
    if (!["auto", "scroll"].includes(style.overflowY) && (box.bottom > edge.bottom + 4 || box.top < edge.top - 4))
      faults.add(`text is higher than its box: ${label(block)}`);
    if (style.overflowX === "hidden" && !isCut && block.scrollWidth > block.clientWidth + SLACK)
      faults.add(`text is cut off: ${label(block)}`);
    if (Math.min(box.right, visiblePart(parent).right) > innerWidth + SLACK && !scrolls)
      faults.add(`text leaves the screen: ${label(parent)}`);
    for (const word of node.data.matchAll(/[\p{Script=Latin}\p{N}’']+/gu)) {
      const part = document.createRange();
      part.setStart(node, word.index);
      part.setEnd(node, word.index + word[0].length);
      const lines = new Set([...part.getClientRects()].map(({ top }) => Math.round(top / 4)));
      // Longer ones are what people typed, and may have to break.
      if (lines.size > 1 && word[0].length <= 16 && !parent.closest("code, .code, pre, .message-text, .text, .record"))
        faults.add(`a word is broken: “${word[0]}” in ${label(parent)}`);
    }
  }

  for (const over of root.querySelectorAll(".card, dialog[open], .notice, .toast")) {
    const { left, top, right, bottom } = over.getBoundingClientRect();
    const isFixed = ["fixed", "absolute"].includes(getComputedStyle(over).position);
    if (isFixed && isShown(over) && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight))
      faults.add(`partly outside the screen: ${label(over)}`);
  }

  for (const box of document.querySelectorAll("#view *")) {
    const { overflowY, display } = getComputedStyle(box);
    if (overflowY !== "visible" || display.startsWith("inline") || !box.clientHeight || !isShown(box)) continue;
    if (box.scrollHeight > box.clientHeight + 6 && box.textContent?.trim())
      faults.add(`content is ${box.scrollHeight - box.clientHeight} px higher than its box: ${label(box)}`);
  }

  /** Is it laid out with its siblings rather than put on top of them? @param {Element} element */
  const isInFlow = (element) => ["static", "relative"].includes(getComputedStyle(element).position);
  for (const parent of root.querySelectorAll("*")) {
    const children = [...parent.children].filter(
      (each) =>
        isInFlow(each) &&
        isShown(each) &&
        each.textContent?.trim() &&
        !getComputedStyle(each).display.startsWith("inline"),
    );
    if (children.length > 60) continue;
    for (const [index, one] of children.entries()) {
      const first = visiblePart(one);
      for (const other of children.slice(index + 1)) {
        const second = visiblePart(other);
        const wide = Math.min(first.right, second.right) - Math.max(first.left, second.left);
        const high = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
        if (wide > 2 && high > 2)
          faults.add(`overlap of ${Math.round(wide)}×${Math.round(high)} px: ${label(one)} and ${label(other)}`);
      }
    }
  }

  // Text on text, unless the upper one has a ground of its own.
  const boxes = texts.flatMap(({ node, parent }) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const seen = visiblePart(parent);
    return [...range.getClientRects()].map((box) => ({
      parent,
      left: Math.max(box.left, seen.left),
      right: Math.min(box.right, seen.right),
      top: Math.max(box.top + 0.2 * box.height, seen.top),
      bottom: Math.min(box.bottom - 0.2 * box.height, seen.bottom),
    }));
  });
  const visible = boxes.filter(
    ({ left, right, top, bottom }) => right > left && bottom > top && bottom > 0 && top < innerHeight,
  );
  /** @param {Element} element @param {Element} other */
  const hasGround = (element, other) => {
    for (let each = /** @type {Element | null} */ (element); each && !each.contains(other); each = each.parentElement) {
      const { backgroundColor, backgroundImage, position } = getComputedStyle(each);
      const isOver = position === "fixed" || position === "sticky" || position === "absolute" || each.matches("dialog");
      if (isOver && (backgroundImage !== "none" || !/, 0\)$|transparent/.test(backgroundColor))) return true;
    }
    return false;
  };
  for (const [index, one] of visible.entries()) {
    for (const other of visible.slice(index + 1)) {
      if (one.parent === other.parent || one.parent.contains(other.parent) || other.parent.contains(one.parent)) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide < 2 || high < 2 || hasGround(one.parent, other.parent) || hasGround(other.parent, one.parent)) continue;
      faults.add(`text on text: ${label(one.parent)} and ${label(other.parent)}`);
    }
  }
  return [...faults];
})();
