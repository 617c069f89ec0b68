import { expect, test } from 'vitest';
import type { Figure } from '../../bench/figures.ts';
import {
  differences,
  medianFigures,
  type RecordedFigure,
  type Run,
  whyUnfit,
  withFigures,
} from '../../bench/results.ts';
import { resultsTables } from '../../bench/results-table.ts';

const summary = (median: number) => ({ median, p95: median + 1, p99: median + 2, rounds: 9 });

const figure = (what: string, median: number, baseline: number | null = null): Figure => ({
  what,
  unit: 'ms',
  ours: summary(median),
  peer: baseline === null ? null : { what: 'node -e 0', summary: summary(baseline) },
  goal: '≤ 4× of the peer',
  met: true,
});

const machine = { cpu: 'AMD EPYC', cores: 2, memoryGiB: 8, node: 'v26.9.0' };
const quiet = { load: 0.2, emptyNode: { wallMs: 60, processorMs: 55 } };

const runOf = (number: number, figures: Figure[], more: Partial<Run> = {}): Run => ({
  at: `2026-11-30T12:0${number}:00.000Z`,
  commit: '0123456789abcdef',
  machine,
  conditions: [quiet, quiet],
  figures,
  ...more,
});

const runs = (...each: Partial<Run>[]) => each.map((more, index) => runOf(index, [], more));

test('records each figure from the run with the median ratio to its baseline', () => {
  // The second run met a slow machine, which made both sides slow.
  const measured = [
    [180, 60],
    [400, 110],
    [210, 60],
  ].map(([ours, bare], index) => runOf(index, [figure('(start) a', ours ?? 0, bare ?? 0)]));
  const [recorded, ...others] = medianFigures(measured);
  expect(others).toEqual([]);
  expect(recorded).toMatchObject({
    ...{ what: '(start) a', ours: { median: 210 }, peer: { summary: { median: 60 } } },
    ...{ at: '2026-11-30T12:02:00.000Z', commit: '0123456789abcdef', machine, runs: 3 },
  });
});

test('records no figure that one of the runs lacks', () => {
  const measured = [[figure('(rest) a', 1), figure('(rest) b', 2)], [figure('(rest) a', 1)], [figure('(rest) a', 3)]];
  const recorded = medianFigures(measured.map((figures, index) => runOf(index, figures)));
  expect(recorded.map(({ what }) => what)).toEqual(['(rest) a']);
});

test.each<[string, Run[]]>([
  ['2 runs were given; 3 are required', runs({}, {})],
  ['is not of the same unchanged commit', runs({}, { commit: 'fedcba9876543210' }, {})],
  ['is not of the same unchanged commit', runs({ commit: 'a+' }, { commit: 'a+' }, { commit: 'a+' })],
  ['is from another machine', runs({}, {}, { machine: { ...machine, cores: 8 } })],
  ['began at a load of 4.0', runs({}, { conditions: [{ ...quiet, load: 4 }, quiet] }, {})],
])('refuses runs that nobody could reproduce: %s', (reason, given) => {
  expect(whyUnfit(given)).toContain(reason);
});

test('accepts three runs of one commit on an idle machine', () => {
  const loadOfItself = { ...quiet, load: 3 };
  expect(whyUnfit(runs({}, { conditions: [quiet, loadOfItself] }, {}))).toBeNull();
});

const recordedOf = (each: Figure, more: Partial<RecordedFigure> = {}): RecordedFigure => ({
  ...each,
  ...{ at: '2026-11-30T12:00:00.000Z', commit: '0123456789abcdef', machine, emptyNode: quiet.emptyNode, runs: 3 },
  ...more,
});

test('a new record of a figure replaces the old one and leaves the others', () => {
  const known = [recordedOf(figure('(rest) a', 1)), recordedOf(figure('(rest) b', 2))];
  const updated = withFigures(known, [recordedOf(figure('(rest) a', 5))]);
  expect(updated.map(({ what, ours }) => [what, ours.median])).toEqual([
    ['(rest) b', 2],
    ['(rest) a', 5],
  ]);
});

test('names the figures whose ratio differs by more than a fifth', () => {
  const known = [
    recordedOf(figure('(start) a', 180, 60)),
    recordedOf(figure('(start) b', 180, 60)),
    recordedOf(figure('(rest) c', 100)),
    recordedOf(figure('(rest) not run', 100)),
  ];
  const measured = [figure('(start) a', 360, 110), figure('(start) b', 240, 60), figure('(rest) c', 79)];
  expect(differences(known, measured).map(({ what }) => what)).toEqual(['(start) b', '(rest) c']);
});

test('the table states machine, commit and date above the figures', () => {
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
    [head, ...rows].map((row) => row.join(' | ')).join('\n');
  const shown = resultsTables([recordedOf(figure('(start) process start', 180, 60))], table);
  expect(shown).toBe(
    [
      'Commit 01234567 on 2026-11-30, the median of 3 runs, on 2 cores of AMD EPYC',
      'with 8 GiB and Node v26.9.0. `node -e 0` took 60 ms, and',
      '55 ms of processor time.',
      '',
      'figure | median / p95 | baseline | goal | met',
      '`start`: process start, ms | 180 / 181 | node -e 0: 60.00 / 61.00 | ≤ 4× of the peer | yes',
    ].join('\n'),
  );
});
