/** How long after `g` the second key counts. */
const sequenceMs = 1500;

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Calls what belongs to a key, such as `?`, or to two in a row, such as `g n`. Not while somebody types a text. `/` goes to the first search
 * field of the page. Returns what ends that.
 */
export function listenToKeys(actions: ReadonlyMap<string, () => void>): () => void {
  let first: { key: string; at: number } | undefined;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return;
    const isSoon = first !== undefined && event.timeStamp - first.at < sequenceMs;
    // Any key may have been pressed before `g`, such as the one that closed a dialog.
    const second = isSoon ? actions.get(`${first?.key} ${event.key}`) : undefined;
    const action = second ?? (event.key === '/' ? focusSearch : actions.get(event.key));
    first = { key: event.key, at: event.timeStamp };
    if (action === undefined) return;
    event.preventDefault();
    first = undefined;
    action();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

const focusSearch = (): void => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
