import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { CommandError } from '../../src/cli/command-error.ts';
import { forEachName } from '../../src/cli/each-name.ts';
import { hostWhere, nodeWhere } from '../../src/cli/filters.ts';
import { type Change, instant, labelChangesOption, size } from '../../src/cli/options.ts';
import { withFields } from '../../src/cli/output.ts';
import { satrapHere } from '../harness/satrap-here.ts';

test.each([
  ['4GiB', 4096, 4],
  ['4gi', 4096, 4],
  ['512MiB', 512, 1],
  ['1.2TiB', 1_258_292, 1229],
  ['8192', 8192, 8192],
] as const)('the size %s is %d MiB, or %d GiB', (text, mebibytes, gibibytes) => {
  expect([size('MiB')(text), size('GiB')(text)]).toEqual([mebibytes, gibibytes]);
});

test.each(['4GB', '4 apples', 'GiB', ''])('the size “%s” is refused', (text) => {
  expect(() => size('MiB')(text)).toThrow(InvalidArgumentError);
});

test('a time is an instant or an age', () => {
  expect(instant('2026-01-31T12:00:00Z')).toBe('2026-01-31T12:00:00.000Z');
  const days = (Date.now() - Date.parse(instant('3d'))) / 86_400_000;
  expect(days).toBeCloseTo(3, 3);
  expect(() => instant('yesterday')).toThrow(InvalidArgumentError);
});

test('a change of labels sets one or removes one', () => {
  const parse = (text: string) => labelChangesOption.parseArg?.(text, [] as Change[]);
  expect(parse('region=eu-')).toEqual([{ key: 'region', value: 'eu-' }]);
  expect(parse('region-')).toEqual([{ key: 'region', value: null }]);
  expect(() => parse('region')).toThrow(InvalidArgumentError);
});

describe('--json', () => {
  test('prints all fields or the named ones, and lists the fields where one is unknown', () => {
    const rows = [{ name: 'a', phase: 'running', id: '1' }];
    expect(withFields(rows, [])).toBe(rows);
    expect(withFields(rows, ['name', 'phase'])).toEqual([{ name: 'a', phase: 'running' }]);
    expect(() => withFields(rows, ['colour', 'name'])).toThrow('unknown field colour; fields: name, phase, id');
  });

  test('takes fields after = or a comma, and leaves a name to the command', async () => {
    const json = async (words: string) => {
      const env = { XDG_CONFIG_HOME: '/nowhere' };
      const { stdout, stderr } = await satrapHere(words, env);
      return stdout + stderr;
    };
    expect(await json('context list --json')).toBe('[]\n');
    expect(await json('context list --json=name,url')).toBe('[]\n');
    expect(await json('context list --json name,url')).toBe('[]\n');
    expect(await json('context list --json name')).toContain('too many arguments');
  });
});

test('a filter is a condition of the API, and none where nothing is filtered', () => {
  const labels = { label: [], hostLabel: [] };
  const all = { ...labels, name: undefined, host: undefined, network: undefined, phase: undefined, status: undefined };
  expect([nodeWhere(all), hostWhere(all)]).toEqual([undefined, undefined]);
  const label = [{ key: 'region', value: 'eu' }];
  const hostLabel = [{ key: 'disk', value: 'nvme' }];
  expect(nodeWhere({ ...all, host: 'berlin', label, hostLabel })).toMatchObject({
    executorName: { equals: 'berlin' },
    labels: label,
    executor: { is: { labels: hostLabel } },
  });
  expect([nodeWhere({ ...all, label }), hostWhere({ ...all, label })]).toMatchObject([
    { labels: label },
    { labels: label },
  ]);
});

test('acts on every given name, prints each failure, and exits with the worst code', async () => {
  const printed: string[] = [];
  const { log, error } = console;
  console.log = (line) => printed.push(line);
  console.error = (line) => printed.push(line);
  try {
    await forEachName(['a', 'b', 'c'], {}, async (name) => {
      if (name === 'a') throw new CommandError('no node', 'not_found');
      if (name === 'b') throw new CommandError('busy', 'failed');
      return { result: name, lines: [`${name} is done`] };
    });
    expect(printed).toEqual(['error: a: no node', 'error: b: busy', 'c is done']);
    expect(process.exitCode).toBe(4);
  } finally {
    Object.assign(console, { log, error });
    process.exitCode = undefined;
  }
});
