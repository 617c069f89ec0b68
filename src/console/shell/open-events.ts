const names = { palette: 'console:palette', shortcuts: 'console:shortcuts' } as const;

export const openPalette = (): boolean => window.dispatchEvent(new Event(names.palette));

export const openShortcuts = (): boolean => window.dispatchEvent(new Event(names.shortcuts));

/** Calls `listener` on an open event. Returns a cleanup function. */
export function onOpen(which: keyof typeof names, listener: () => void): () => void {
  window.addEventListener(names[which], listener);
  return () => window.removeEventListener(names[which], listener);
}
