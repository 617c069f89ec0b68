import type { Command } from 'commander';
import { printable } from '../text/printable.ts';

export interface OutputOptions {
  json?: boolean;
}

export const withJsonOption = (command: Command): Command => command.option('--json', 'print JSON for scripts');

/** Prints a result as JSON for scripts, or as lines for people. */
export function print(result: unknown, { json }: OutputOptions, lines: () => readonly string[]): void {
  const text = json ? [JSON.stringify(result, null, 2)] : lines();
  if (text.length > 0) console.log(text.join('\n'));
}

/** Returns the lines of a table with aligned columns. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const printableRows = rows.map((cells) => cells.map(printable));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...printableRows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return [head.map((title) => title.toUpperCase()), ...printableRows].map(line);
}

/** Returns how long ago an instant was, in the largest unit that fits. */
export function age(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)}h`;
  return `${Math.round(seconds / 86_400)}d`;
}

export const gibibytes = (mebibytes: number): string => (mebibytes / 1024).toFixed(1);
