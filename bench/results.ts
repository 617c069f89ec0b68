import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figures.ts';
import type { RunCost } from './run-cost.ts';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGiB: number;
  /** The version of Node. */
  node: string;
}

/** How busy the machine was at one end of a run. */
export interface Conditions {
  /** Average number of runnable processes in the last minute. */
  load: number;
  emptyNode: RunCost;
}

/** One run of the bench. */
export interface Run {
  at: string;
  /** With a “+” if the checkout had changes. */
  commit: string;
  machine: Machine;
  /** At its start and at its end. */
  conditions: readonly [Conditions, Conditions];
  figures: readonly Figure[];
}

/** A figure from the median one of several runs. */
export interface RecordedFigure extends Figure {
  at: string;
  commit: string;
  machine: Machine;
  emptyNode: RunCost;
  runs: number;
}

export const resultsFile = join(import.meta.dirname, 'results.json');

/** Reads the recorded figures, of which there may be none. */
export const readResults = (): RecordedFigure[] =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as RecordedFigure[]) : [];

/** The number that is compared between runs: a ratio, because both sides meet the same slow moments. */
const comparable = ({ ours, peer }: Figure): number => ours.median / (peer?.summary.median ?? 1);

/** An idle machine has about one runnable process, which is the one that looks. */
const maxLoad = 1;
const minRuns = 3;

/** Returns why runs are not fit to be recorded; null if they are. */
export function whyUnfit(runs: readonly Run[]): string | null {
  if (runs.length < minRuns) return `${runs.length} runs were given; ${minRuns} are required`;
  const [first] = runs;
  const changed = runs.find(({ commit }) => commit !== first?.commit || commit.endsWith('+'));
  if (changed !== undefined) return `the run of ${changed.at} is not of the same unchanged commit`;
  const other = runs.find(({ machine }) => JSON.stringify(machine) !== JSON.stringify(first?.machine));
  if (other !== undefined) return `the run of ${other.at} is from another machine`;
  const busy = runs.find(({ conditions: [start] }) => start.load > maxLoad);
  if (busy !== undefined)
    return `the run of ${busy.at} began at a load of ${busy.conditions[0].load.toFixed(1)}; wait until the machine is idle`;
  return null;
}

/** Returns each figure that all runs have, from the run in which it was the median. */
export function medianFigures(runs: readonly Run[]): RecordedFigure[] {
  const [first] = runs;
  return (first?.figures ?? []).flatMap(({ what }) => {
    const found = runs.flatMap((run) => {
      const figure = run.figures.find((each) => each.what === what);
      return figure === undefined ? [] : [{ run, figure }];
    });
    if (found.length < runs.length) return [];
    const sorted = found.toSorted((a, b) => comparable(a.figure) - comparable(b.figure));
    const middle = sorted[Math.floor(sorted.length / 2)];
    if (middle === undefined) return [];
    const { at, commit, machine, conditions } = middle.run;
    return [{ ...middle.figure, at, commit, machine, emptyNode: conditions[0].emptyNode, runs: runs.length }];
  });
}

/** Replaces recorded figures of the same name. */
export function withFigures(recorded: readonly RecordedFigure[], figures: readonly RecordedFigure[]): RecordedFigure[] {
  const names = new Set(figures.map(({ what }) => what));
  return [...recorded.filter(({ what }) => !names.has(what)), ...figures];
}

/** Two runs on the same machine differ by less. */
const maxDifference = 0.2;

export interface Difference {
  what: string;
  /** The ratio to the baseline, or the figure itself without one. */
  recorded: number;
  measured: number;
}

/** Returns the figures that differ by more than a fifth from the recorded ones. */
export const differences = (recorded: readonly RecordedFigure[], figures: readonly Figure[]): Difference[] =>
  recorded.flatMap((known) => {
    const figure = figures.find(({ what }) => what === known.what);
    if (figure === undefined) return [];
    const compared = { what: known.what, recorded: comparable(known), measured: comparable(figure) };
    return Math.abs(compared.measured / compared.recorded - 1) > maxDifference ? [compared] : [];
  });
