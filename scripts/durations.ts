import { relative } from 'node:path';

/** When a test file ran, from vitest's JSON report. Milliseconds since 1970. */
export interface FileReport {
  /** Absolute path. */
  name: string;
  startTime: number;
  endTime: number;
}

/** Seconds by test file, relative to the root, slowest first. Omits files that never started. */
export type Durations = Record<string, number>;

export function durationsOf(root: string, files: FileReport[]): Durations {
  const seconds = files
    .map(
      ({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 100) / 10] as const,
    )
    .filter(([, taken]) => taken > 0)
    .toSorted(([, one], [, other]) => other - one);
  return Object.fromEntries(seconds);
}

/** Lists the slowest files of a run. */
export const slowestFiles = (durations: Durations, count: number): string[] =>
  Object.entries(durations)
    .slice(0, count)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);

/** Returns the durations that matter for the order of the next run: a short file fits anywhere. */
export const keptDurations = (durations: Durations): Durations =>
  Object.fromEntries(
    Object.entries(durations)
      .filter(([, seconds]) => seconds >= 2)
      .map(([file, seconds]) => [file, Math.round(seconds)]),
  );
