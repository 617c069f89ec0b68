/** A person's column choices that override the defaults. */
export type KeptColumns = Readonly<Record<string, boolean>>;

/** Parses the stored choices; drops invalid ones. */
export function readKept(text: string | undefined): KeptColumns {
  if (text === undefined) return {};
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, isShown]) => typeof isShown === 'boolean'));
  } catch {
    // Written by something else: use the defaults.
    return {};
  }
}

export const isColumnShown = (kept: KeptColumns, { id, isExtra }: { id: string; isExtra?: boolean }): boolean =>
  kept[id] ?? !isExtra;
