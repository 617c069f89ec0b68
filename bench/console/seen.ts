// Code that runs in the page itself, as text: this program has no DOM types.

/**
 * Defines `satrapSeen(find, act)` in each document: it resolves once `find` returns something and the frame that shows
 * it was drawn, with the page's clock and the time of day, in milliseconds. `act` is called with the result as soon as
 * it is found. `satrapDrawn()` resolves in the same way with the next frame.
 */
export const seenScript = `
  globalThis.satrapDrawn = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    // After the frame, not before it.
    port2.onmessage = () => resolve({ now: performance.now(), today: Date.now() });
    port1.postMessage(null);
  }));
  globalThis.satrapSeen = (find, act = () => {}) => new Promise((resolve) => {
    const look = () => {
      const found = find();
      if (!found) return false;
      observer.disconnect();
      satrapDrawn().then(resolve);
      act(found);
      return true;
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    look();
  });
  globalThis.satrapText = (text) => () => document.body?.innerText.includes(text);`;

/** When something was seen. */
export interface Seen {
  /** Milliseconds since the start of the navigation. */
  now: number;
  /** Milliseconds since 1970. */
  today: number;
}

/**
 * Scrolls the box that matches a selector by a number of pixels per frame, there and back, for some seconds. Returns
 * the time between consecutive frames, in milliseconds.
 */
export const scrollScript = (selector: string, pixels: number, seconds: number): string => `new Promise((resolve) => {
  const box = document.querySelector(${JSON.stringify(selector)});
  const frames = [];
  const end = box.scrollHeight - box.clientHeight;
  let at = box.scrollTop;
  let direction = at < end / 2 ? 1 : -1;
  let former;
  const began = performance.now();
  const step = (now) => {
    if (former !== undefined) frames.push(now - former);
    former = now;
    if (now - began > ${seconds * 1000}) return resolve(frames);
    // Nothing is read from the page, which would make it work twice in a frame.
    at += direction * ${pixels};
    if (at <= 0 || at >= end) direction = -direction;
    box.scrollTop = at;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
