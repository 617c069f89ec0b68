import { printable } from '../text/printable.ts';
import { option } from './options.ts';

export interface OutputOptions {
  json?: boolean;
}

export const jsonOption = option('--json', 'print JSON for scripts');

export function print(result: unknown, { json }: OutputOptions, lines: () => readonly string[]): void {
  if (json) console.log(jsonText(result, 2));
  else printLines(lines());
}

/** Prints text lines. Quoted text of hosts, engines and other people cannot control the terminal or add lines. */
export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) console.log(lines.map(printable).join('\n'));
}

/** Control and bidirectional characters that JSON does not escape. */
const unescaped = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Returns JSON that is safe to show in a terminal: the same value with more characters escaped. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    unescaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const printableRows = rows.map((cells) => cells.map(printable));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...printableRows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return [head.map((title) => title.toUpperCase()), ...printableRows].map(line);
}

/** Returns the age of an instant in its largest unit. */
export function age(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)}h`;
  return `${Math.round(seconds / 86_400)}d`;
}

export const gibibytes = (mebibytes: number): string => (mebibytes / 1024).toFixed(1);
