import { fstatSync } from 'node:fs';
import { destination, type Logger, type LoggerOptions, pino } from 'pino';
import { printable } from '../text/printable.ts';

export type LogFormat = 'json' | 'journal';

export function serviceLog(format: LogFormat, options: LoggerOptions): Logger {
  const output = destination({ fd: 1, sync: true });
  if (format === 'json') return pino(options, output);
  // The journal records each line's time, host and process.
  return pino({ ...options, base: null, timestamp: false }, { write: (entry) => output.write(journalText(entry)) });
}

/** Whether standard output goes to systemd's journal, which sets JOURNAL_STREAM (systemd.exec(5)). */
export function logsToJournal(env: NodeJS.ProcessEnv): boolean {
  const stream = env['JOURNAL_STREAM'] ?? '';
  if (stream === '') return false;
  const { dev, ino } = fstatSync(1);
  return stream === `${dev}:${ino}`;
}

/** syslog priorities by pino level (sd-daemon(3)). */
const priorities: Readonly<Record<number, number>> = { 60: 2, 50: 3, 40: 4, 30: 6, 20: 7, 10: 7 };

/** Formats a pino entry as text lines with journal priorities. */
export function journalText(entry: string): string {
  const { level, msg = '', node, err, ...fields } = JSON.parse(entry) as Entry;
  const subject = node === undefined ? '' : `${node}: `;
  const details = Object.entries(fields).map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const error = err === undefined ? '' : `: ${err.message ?? ''}`;
  const trace = err?.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const prefix = `<${priorities[level] ?? 6}>`;
  return [`${subject}${msg}${error}${details.join('')}`, ...trace]
    .map((line) => `${prefix}${printable(line)}\n`)
    .join('');
}

interface Entry {
  level: number;
  msg?: string;
  /** The node that the entry is about. */
  node?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}
