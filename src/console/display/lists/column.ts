import type { ReactNode } from 'react';

export interface Column<T> {
  id: string;
  label: string;
  /** Drawn for each row that comes into view: a few plain elements. */
  cell: (row: T) => ReactNode;
  /** A share of the width that is left, or a track of a CSS grid. Default: 1. */
  width?: number | string;
  /** Left out where the window is narrow. Default: false. */
  isForWide?: boolean;
  /** Where the window is narrow, it has a line of its own above the others of its row: for what must be read. */
  leads?: boolean;
  isSortable?: boolean;
  isNumber?: boolean;
  /** Without a visible head, such as for a box to tick. */
  hidesLabel?: boolean;
}

export interface Sorting {
  column: string;
  isDescending: boolean;
}

const trackOf = (width: number | string): string => (typeof width === 'number' ? `minmax(0, ${width}fr)` : width);

/** Returns the columns of a narrow window, the one that leads before the others. */
export const narrowed = <T>(columns: readonly Column<T>[]): readonly Column<T>[] =>
  columns.filter(({ isForWide }) => !isForWide).toSorted((a, b) => Number(b.leads ?? false) - Number(a.leads ?? false));

/**
 * Returns the tracks of the grid of a row. One of them takes what is left, so that the column that leads has the whole width: where none
 * asks for it, a last one without a column, or the one before what may be done with the row, which stands at the end. Pure.
 */
export function tracksOf<T>(columns: readonly Column<T>[], isWide: boolean): string {
  const shown = columns.filter(({ leads }) => isWide || !leads);
  const tracks = shown.map(({ width = 1 }) => trackOf(width));
  if (tracks.some((track) => track.includes('fr'))) return tracks.join(' ');
  const before = tracks.length - 2;
  return shown.at(-1)?.hidesLabel && before >= 0
    ? tracks.with(before, `minmax(${tracks[before]}, 1fr)`).join(' ')
    : [...tracks, trackOf(1)].join(' ');
}

/** Gives each entry of a list a key by its name, for lists in which a name may stand several times. */
export function withKeys<T>(list: readonly T[], nameOf: (entry: T) => string): { key: string; entry: T }[] {
  const counts = new Map<string, number>();
  return list.map((entry) => {
    const name = nameOf(entry);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return { key: `${name} ${count}`, entry };
  });
}
