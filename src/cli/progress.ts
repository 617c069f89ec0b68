import { printable } from '../text/printable.ts';
import { duration } from './output.ts';
import { terminalOf, truncate } from './terminal.ts';

/** A share of the work, 0 to 1, and an estimated end; null if unknown. */
export interface Done {
  progress: number | null;
  estimatedEndAt?: string | null;
}
export type Report = (text: string, done?: Done) => void;

/** Such as `63 % ▇▇▇▇▇▇▁▁▁▁  2.1 %/min  17m left`. `since`: an earlier progress of the same work. */
export function progressBar(
  progress: number,
  since: { at: number; progress: number },
  now: number,
  estimatedEndAt?: string | null,
): string {
  const perMs = now > since.at ? (progress - since.progress) / (now - since.at) : 0;
  const leftMs = estimatedEndAt ? Date.parse(estimatedEndAt) - now : (1 - progress) / perMs;
  const cells = Math.floor(progress * 10);
  return [
    `${Math.floor(progress * 100)} % ${'▇'.repeat(cells)}${'▁'.repeat(10 - cells)}`,
    ...(perMs > 0 ? [`${(perMs * 6e6).toFixed(1)} %/min`] : []),
    ...(leftMs > 0 && Number.isFinite(leftMs) ? [`${duration(Math.round(leftMs / 1000))} left`] : []),
  ].join('  ');
}

/** Shows progress on a line of a terminal that `end`, or disposal, clears; elsewhere as lines, those with new figures at intervals. */
export function progressOn(stream: NodeJS.WriteStream, now = Date.now) {
  const { columns } = terminalOf(stream);
  /** The work of the last report: its text without figures. */
  let work = '';
  let shown = '';
  let shownAt = 0;
  /** Where the progress of this work started; a progress above 1 is more than any report has. */
  let since = { at: 0, progress: 2 };
  const report: Report = (given, { progress, estimatedEndAt } = { progress: null }) => {
    const text = printable(given);
    const withoutFigures = text.replace(/[\d.]+/g, '');
    // A new step, or one that starts again.
    if (withoutFigures !== work || (progress ?? 0) < since.progress) since = { at: now(), progress: progress ?? 0 };
    const bar = progress === null ? '' : `  ${progressBar(progress, since, now(), estimatedEndAt)}`;
    const isDue = stream.isTTY || withoutFigures !== work || now() - shownAt > 10_000;
    work = withoutFigures;
    if (`${text}${bar}` === shown || !isDue) return;
    shown = `${text}${bar}`;
    shownAt = now();
    stream.write(stream.isTTY ? `\r\u001b[K${truncate(shown, columns - 1)}` : `${shown}\n`);
  };
  const end = () => void (stream.isTTY && stream.write('\r\u001b[K'));
  return { report, end, [Symbol.dispose]: end };
}
