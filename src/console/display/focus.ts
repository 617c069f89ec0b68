import { type RefObject, useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';

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
function focusPlace(place: HTMLElement | null): void {
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

/** Returns the ref of a button that gives way to a form: it has the focus again once the form is gone. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/** What opened a dialog. An item of a menu is gone by the time when the dialog is: what opened the menu stands for it. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu == null ? (activeElement as HTMLElement | null) : document.getElementById(menu);
}

/** Where what opened the dialog is gone as well, or goes soon, the page has the focus. */
function giveBack(opener: HTMLElement | null): void {
  const place = opener?.isConnected ? opener : document.getElementById('main');
  if (place === null) return;
  focusPlace(place);
  // What the dialog did may take it from the page, such as the row of a key.
  handFocusOn(place);
}

/** Gives the focus back to what had it when a dialog opened, also when the dialog is gone from the page without having closed. */
export function useFocusReturn(isOpen: boolean): void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // Before any field of the dialog takes the focus.
  useInsertionEffect(() => {
    if (isOpen) opener.current = findOpener();
  }, [isOpen]);
  useLayoutEffect(() => {
    if (!isOpen) {
      if (wasOpen.current) giveBack(opener.current);
      return;
    }
    wasOpen.current = true;
    // For a dialog that is gone. Where it only closes, React keeps the focus in it until the page is drawn.
    return () => giveBack(opener.current);
  }, [isOpen]);
}
