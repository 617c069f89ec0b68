import { colored, type Terminal, truncate, widthOf, withGlyph } from './terminal.ts';

/** A line of text, or one with styles, whose foreign text is already printable. */
export type Line = string | { readonly styled: string };

const gap = 2;
/** Columns are shortened to this before others are dropped. */
const minWide = 16;
const minWidth = 10;
const states = ['phase', 'status', 'state', 'severity'];

interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Titles of the columns to drop first on a narrow terminal. */
  least: readonly string[];
}

/** Chooses the columns that fit the terminal, and returns how to format a row. */
export function layOut({ head, rows, least }: Table, terminal: Terminal) {
  const shown = (cell: string, column: number) =>
    states.includes(head[column] ?? '') ? withGlyph(cell, terminal) : cell;
  const wanted = head.map((title, column) =>
    rows.reduce((most, cells) => Math.max(most, widthOf(shown(cells[column] ?? '', column))), title.length),
  );
  const empty = head.filter((_title, column) => rows.every((cells) => /^-?$/.test(cells[column] ?? '')));
  const order = [...empty, ...least].map((title) => head.indexOf(title));
  const widths = fitWidths(wanted, order, terminal.columns);
  const last = widths.findLastIndex((width) => width > 0);
  const line = (texts: readonly string[], style: (text: string, column: number) => string): Line => {
    const text = texts.flatMap((each, column) => {
      const width = widths[column] ?? 0;
      const cell = truncate(each, width);
      const blanks = column === last ? 0 : width - widthOf(cell) + gap;
      return width === 0 ? [] : style(cell, column) + ' '.repeat(blanks);
    });
    return text.join('').includes('\u001b') ? { styled: text.join('') } : text.join('');
  };
  return {
    head: line(
      head.map((title) => title.toUpperCase()),
      (text) => terminal.style('dim', text),
    ),
    line: (cells: readonly string[]) =>
      line(cells.map(shown), (text, column) =>
        states.includes(head[column] ?? '') ? colored(cells[column] ?? '', text, terminal) : text,
      ),
    dropped: head.filter((_title, column) => widths[column] === 0),
  };
}

/**
 * Fits columns to a width: drops those in `order` unless shortening wide ones is enough, then shortens the widest, then drops from the right.
 * The first column, a name or id, stays whole. A dropped column has width 0.
 */
export function fitWidths(wanted: readonly number[], order: readonly number[], columns: number): number[] {
  const widths = [...wanted];
  const sum = (of: (width: number) => number) => widths.slice(1).reduce((total, width) => total + of(width), 0);
  const excess = () => (widths[0] ?? 0) + sum((width) => (width === 0 ? 0 : width + gap)) - columns;
  for (const column of order)
    if (column > 0 && excess() > sum((width) => Math.max(0, width - minWide))) widths[column] = 0;
  while (excess() > 0 && sum((width) => width) > 0) {
    const most = Math.max(...widths.slice(1));
    if (most > minWidth) widths[widths.indexOf(most, 1)] = most - 1;
    else widths[widths.findLastIndex((width) => width > 0)] = 0;
  }
  return widths;
}
