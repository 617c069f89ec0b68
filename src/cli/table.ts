import { printable } from '../text/printable.ts';

/** Lines of a table whose columns are as wide as what stands in them. */
export function tableOf(head: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((cells) => cells.map(printable));
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return [head.map((title) => title.toUpperCase()), ...rows].map(line).join('\n');
}

/** How long ago an instant was, in the largest fitting unit. */
export function age(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)}h`;
  return `${Math.round(seconds / 86_400)}d`;
}
