import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { focusPlace, handFocusOn } from './hand-focus-on.ts';

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
