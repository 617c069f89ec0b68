const isAct = 'button[data-act]:not(:disabled)';

/** Where the focus goes when what had it is gone: to the act that took its place, or to the part of the page that it was in. */
function successorIn(around: readonly HTMLElement[]): HTMLElement | null {
  const [group] = around;
  const act = group?.isConnected ? group.querySelector<HTMLElement>(isAct) : null;
  // Of a list, the next row's act is another one than what was meant.
  if (act != null) return act;
  return around.find((each) => each.isConnected && each.matches('section, form, [role="dialog"], main')) ?? null;
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];
}

const hasNobodyFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses a place of the page that no key leads to by itself. */
export function focusPlace(place: HTMLElement | null): void {
  if (place !== null && place.tabIndex < 0) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
}

/** Hands the focus of an element on when the element goes from the page: the browser would take it to the page's start. */
export function handFocusOn(element: HTMLElement): void {
  const around = ancestorsOf(element);
  const watch = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    if (hasNobodyFocus()) focusPlace(successorIn(around) ?? document.getElementById('main'));
  });
  const stop = () => {
    watch.disconnect();
    document.removeEventListener('focusin', stopElsewhere);
    document.removeEventListener('pointerdown', stopElsewhere);
  };
  const stopElsewhere = ({ target }: Event) => {
    if (target !== element) stop();
  };
  // Not its blur: some browsers tell of one when it goes.
  document.addEventListener('focusin', stopElsewhere);
  document.addEventListener('pointerdown', stopElsewhere);
  watch.observe(document.body, { childList: true, subtree: true });
}
