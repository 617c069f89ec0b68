import { useInsertionEffect, useLayoutEffect, useRef } from 'react';

const isAct = 'button[data-act]:not([aria-disabled])';

/** Returns the element that takes the focus of a removed one: the action that replaced it, or the surrounding part of the page. */
function successorIn(around: readonly HTMLElement[]): HTMLElement | null {
  const [group] = around;
  const act = group?.isConnected ? group.querySelector<HTMLElement>(isAct) : null;
  // Only the direct parent is searched: an action of the next row of a list would be a different one.
  if (act != null) return act;
  return around.find((each) => each.isConnected && each.matches('section, form, [role="dialog"], main')) ?? null;
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  return parentElement === null ? [] : [parentElement, ...ancestorsOf(parentElement)];
}

/** Focuses an element that is not in the tab order. */
function focusPlace(place: HTMLElement | null): void {
  if (place !== null && place.tabIndex < 0) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
}

/** Focuses a place, by default the page, unless something has the focus. */
export function focusIfLost(place?: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) focusPlace(place ?? document.getElementById('main'));
}

/** Moves the focus on when the focused element is removed: the browser would reset it to the start of the page. */
export function handFocusOn(element: HTMLElement): void {
  const around = ancestorsOf(element);
  const watch = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    focusIfLost(successorIn(around));
  });
  const stop = () => {
    watch.disconnect();
    document.removeEventListener('focusin', stopElsewhere);
    document.removeEventListener('pointerdown', stopElsewhere);
  };
  const stopElsewhere = ({ target }: Event) => {
    if (target !== element) stop();
  };
  // Not `blur`: some browsers fire it on removal.
  document.addEventListener('focusin', stopElsewhere);
  document.addEventListener('pointerdown', stopElsewhere);
  watch.observe(document.body, { childList: true, subtree: true });
}

/** Returns the element that opened a dialog; for a menu item, which is removed with its menu, the button of the menu. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu == null ? (activeElement as HTMLElement | null) : document.getElementById(menu);
}

function giveBack(opener: HTMLElement | null): void {
  const place = opener?.isConnected ? opener : document.getElementById('main');
  if (place === null) return;
  focusPlace(place);
  // The dialog's action may remove the opener, such as the row of a key.
  handFocusOn(place);
}

/** Returns the focus to the opener of a dialog, also when the dialog unmounts without closing. */
export function useFocusReturn(isOpen: boolean): void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // Runs before any field of the dialog takes the focus.
  useInsertionEffect(() => {
    if (isOpen) opener.current = findOpener();
  }, [isOpen]);
  useLayoutEffect(() => {
    if (!isOpen) {
      if (wasOpen.current) giveBack(opener.current);
      return;
    }
    wasOpen.current = true;
    // For a dialog that unmounts. Where it only closes, React keeps the focus in it until the next paint.
    return () => giveBack(opener.current);
  }, [isOpen]);
}
