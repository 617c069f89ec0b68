import { printable } from './printable.ts';

/** A column of a file: its title, and its value of a row. */
export interface CsvColumn<R> {
  title: string;
  value: (row: R) => unknown;
}

/** A spreadsheet would run a text that starts so as a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * Returns a cell as RFC 4180 has it. Objects are JSON, and null is empty. A text that looks like a formula gets an apostrophe
 * in front, and control characters are escaped but for line breaks.
 */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = written.split('\n').map(printable).join('\n');
  const plain = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const lineOf = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** Returns the first line of a file, with the titles. */
export const csvHead = <R>(columns: readonly CsvColumn<R>[]): string => lineOf(columns.map(({ title }) => title));

export const csvLine = <R>(columns: readonly CsvColumn<R>[], row: R): string =>
  lineOf(columns.map(({ value }) => value(row)));
