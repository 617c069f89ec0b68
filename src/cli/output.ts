import type { NodeExplanation } from '../agent/reconcile/explain.ts';
import { printable } from '../text/printable.ts';
import { type Line, layOut } from './columns.ts';
import { CommandError } from './command-error.ts';
import { type Terminal, terminalOf, truncate } from './terminal.ts';

export type { Line } from './columns.ts';

export interface OutputOptions {
  /** Print JSON with these fields; an empty list means all. */
  json?: readonly string[] | undefined;
}

export function print(result: unknown, { json }: OutputOptions, lines: () => readonly Line[]): void {
  if (json) console.log(jsonText(withFields(result, json), 2));
  else printLines(lines());
}

/** Returns an object, or each object of a list, with these fields only. Throws CommandError for an unknown field. */
export function withFields(result: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0) return result;
  if (Array.isArray(result)) return result.map((each) => withFields(each, fields));
  const known = Object.entries(result instanceof Object ? result : {});
  const unknown = fields.filter((field) => !known.some(([key]) => key === field));
  if (unknown.length > 0)
    throw new CommandError(
      `unknown field ${unknown.join(', ')}; fields: ${known.map(([key]) => key).join(', ')}`,
      'usage',
    );
  return Object.fromEntries(known.filter(([key]) => fields.includes(key)));
}

/** Prints text lines. Quoted text of hosts, engines and other people cannot control the terminal or add lines. */
export function printLines(lines: readonly Line[]): void {
  if (lines.length > 0) console.log(lines.map(shownLine).join('\n'));
}

export const shownLine = (line: Line): string => (typeof line === 'string' ? printable(line) : line.styled);

/** Control and bidirectional characters that JSON does not escape. */
const unescaped = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Returns JSON that is safe to show in a terminal: the same value with more characters escaped. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(
    unescaped,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Formats a table. `least`: titles of the columns to drop first on a narrow terminal. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  least: readonly string[] = [],
  terminal = terminalOf(process.stdout),
): Line[] {
  const printableRows = rows.map((cells) => cells.map(printable));
  const { head: titles, line, dropped } = layOut({ head, rows: printableRows, least }, terminal);
  const note = terminal.style('dim', truncate(`Not shown: ${dropped.join(', ')}`, terminal.columns));
  return [titles, ...printableRows.map(line), ...(dropped.length === 0 ? [] : [{ styled: note }])];
}

/** Formats rows as a table. A column is a property of each row, with `-` for null, or a function of the row. */
export const table = <Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Record<string, keyof Row | ((row: Row) => string)>>,
  least?: readonly string[],
  terminal?: Terminal,
): Line[] =>
  tableLines(
    Object.keys(columns),
    rows.map((row) =>
      Object.values(columns).map((column) => (typeof column === 'function' ? column(row) : String(row[column] ?? '-'))),
    ),
    least,
    terminal,
  );

/** Returns the age of an instant in its largest unit. */
export const age = (instant: string, now = Date.now()): string =>
  duration(Math.max(0, Math.round((now - Date.parse(instant)) / 1000)));

/** An instant: relative on a terminal, exact elsewhere. */
export function when(instant: string, { columns } = terminalOf(process.stdout), now = Date.now()): string {
  if (columns === Number.POSITIVE_INFINITY) return instant;
  return Date.parse(instant) > now
    ? `in ${age(new Date(now).toISOString(), Date.parse(instant))}`
    : `${age(instant, now)} ago`;
}

/** Formats whole seconds in the largest unit. */
export function duration(seconds: number): string {
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)}h`;
  return `${Math.round(seconds / 86_400)}d`;
}

export const gibibytes = (mebibytes: number): string => (mebibytes / 1024).toFixed(1);

/** Time until a disk is full; `-` if unknown. */
export const daysLeft = (days: number | null): string => {
  if (days === null) return '-';
  if (days < 1) return 'less than a day';
  return days > 999 ? 'years' : `${Math.floor(days)} d`;
};

/** Growth of chain data in GiB a day; `-` if unknown. */
export const growth = (bytesPerDay: number | null | undefined): string =>
  bytesPerDay === null || bytesPerDay === undefined ? '-' : `${(bytesPerDay / 2 ** 30).toFixed(1)} GiB/d`;

/** A node's explanation, from its agent or from the control plane. */
type PrintedExplanation = Pick<Partial<NodeExplanation>, 'waitingFor'> & Omit<NodeExplanation, 'waitingFor'>;

export function explanationLines({ node, desired, observed, steps, waitingFor }: PrintedExplanation): string[] {
  const plan = steps.map(({ action, why }) => `${action}, because ${why}`);
  const section = (title: string, lines: readonly string[]) => [`${title}:`, ...lines.map((line) => `  ${line}`)];
  return [
    `${node.name} (${node.id})`,
    ...section('desired', desired),
    ...section('observed', observed),
    ...section('plan', plan.length === 0 ? ['nothing to do'] : plan),
    ...(waitingFor == null ? [] : [`waits for: ${waitingFor}`]),
  ];
}
