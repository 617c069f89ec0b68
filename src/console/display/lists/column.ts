import type { ReactNode } from 'react';

export interface Column<T> {
  /** Names the column to sort by. Default: the label. */
  id?: string;
  /** Unique within the table. */
  label: string;
  /** Renders on each row that scrolls into view: keep it cheap. */
  cell: (row: T) => ReactNode;
  /** A share of the remaining width, or a CSS grid track. Default: 1. */
  width?: number | string;
  /** Hidden in a narrow window. Default: false. */
  isForWide?: boolean;
  /** In a narrow window, takes a line of its own above the other cells. */
  leads?: boolean;
  isSortable?: boolean;
  isNumber?: boolean;
  /** Hides the header visually, such as for a checkbox column. */
  hidesLabel?: boolean;
  /** Shown in the header, beside the label. */
  head?: ReactNode;
}

/** The column that names a row. */
export const leadColumn = <T>(label: string, width: Column<T>['width'], cell: Column<T>['cell']): Column<T> => ({
  label,
  width,
  leads: true,
  cell,
});

/** A column that is hidden in a narrow window. */
export const wideColumn = <T>(label: string, width: Column<T>['width'], cell: Column<T>['cell']): Column<T> => ({
  label,
  width,
  isForWide: true,
  cell,
});

/** The last column, with the actions of a row. */
export const actionsColumn = <T>(width: string, cell: Column<T>['cell']): Column<T> => ({
  label: 'Actions',
  hidesLabel: true,
  width,
  cell,
});

export interface Sorting {
  column: string;
  isDescending: boolean;
}

const trackOf = (width: number | string): string => (typeof width === 'number' ? `minmax(0, ${width}fr)` : width);

/** Returns the columns of a narrow window, leading column first. */
export const narrowed = <T>(columns: readonly Column<T>[]): readonly Column<T>[] =>
  columns.filter(({ isForWide }) => !isForWide).toSorted((a, b) => Number(b.leads ?? false) - Number(a.leads ?? false));

/** Returns the grid tracks of a row. One of them takes the remaining width, so that the leading column spans the whole row. */
export function tracksOf<T>(columns: readonly Column<T>[], isWide: boolean): string {
  const shown = columns.filter(({ leads }) => isWide || !leads);
  const tracks = shown.map(({ width = 1 }) => trackOf(width));
  if (tracks.some((track) => track.includes('fr'))) return tracks.join(' ');
  // No column is flexible: the one before the row's actions takes it, or an extra last track.
  const before = tracks.length - 2;
  // A browser ignores a nested minmax(), with all tracks, and keeps those of the previous width of the window.
  const least = /^minmax\(([^,]+),/.exec(tracks[before] ?? '')?.[1] ?? tracks[before];
  return shown.at(-1)?.hidesLabel && before >= 0
    ? tracks.with(before, `minmax(${least}, 1fr)`).join(' ')
    : [...tracks, trackOf(1)].join(' ');
}
