/** The columns that a person chose, against what is shown by default. */
export type KeptColumns = Readonly<Record<string, boolean>>;

/** Reads what was kept in this browser; what makes no sense is left out. */
export function readKept(text: string | undefined): KeptColumns {
  if (text === undefined) return {};
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, isShown]) => typeof isShown === 'boolean'));
  } catch {
    // Something else has written it; the columns are as they are by default.
    return {};
  }
}

export const isColumnShown = (kept: KeptColumns, { id, isExtra }: { id: string; isExtra?: boolean }): boolean =>
  kept[id] ?? !isExtra;
