import { expect, test } from 'vitest';
import { readLabelChanges, readLabels, writeLabels } from '../../../src/console/pages/labels/label-text.ts';
import {
  memberLook,
  rolloutSentence,
  type ShownMember,
  type ShownRollout,
  stateLook,
} from '../../../src/console/pages/upgrades/upgrade-state.ts';
import { installCommand, oneLineCommand } from '../../../src/contract/join-command.ts';

const endpoint = 'https://satrap.example.com/graphql';
const join = { endpoint, token: 'satrap_e_x' };

test('one line adds a host, also behind a prefix, and by plain http where allowed', () => {
  const prefixed = { ...join, endpoint: 'https://example.com/satrap/graphql' };
  const line = 'curl -fsSL https://example.com/satrap/install | SATRAP_ENROLMENT_TOKEN=satrap_e_x sh';
  expect(oneLineCommand(prefixed)).toBe(line);
  expect(oneLineCommand({ ...prefixed, name: 'h-2' })).toBe(`${line} -s -- --name h-2`);
  const installs = `SATRAP_ENROLMENT_TOKEN=satrap_e_x satrap agent install --url ${endpoint}`;
  expect(installCommand({ ...join, name: 'h-2' })).toBe(`${installs} --name h-2`);
  const asksFor = (address: string) => installCommand({ ...join, endpoint: address }).includes('--insecure-http');
  const addresses = ['http://satrap.internal:4100/graphql', 'http://127.0.0.1:4100/graphql', endpoint];
  expect(addresses.map(asksFor)).toEqual([true, false, false]);
});

test('no command has the token among the arguments of a process', () => {
  for (const command of [oneLineCommand(join), installCommand(join)])
    expect(command.replace(/(^|\| )SATRAP_ENROLMENT_TOKEN=satrap_e_x /, '$1')).not.toContain(join.token);
});

test.each<[string, string, Record<string, string>, string?]>([
  ['spaces and empty lines mean nothing', ' region = eu \n\n', { region: 'eu' }],
  ['a value may be empty, and hold an equals sign', 'a=\nb=c=d', { a: '', b: 'c=d' }],
  ['a line without a key is no label', 'a=b\n=c', {}, '“=c” is not a label. Use key=value.'],
])('of labels, %s', (_what, text, values, fault) => {
  const labels = Object.entries(values).map(([key, value]) => ({ key, value }));
  expect(readLabels(text)).toEqual({ labels, ...(fault === undefined ? {} : { fault }) });
  expect(readLabels(writeLabels(labels))).toEqual({ labels });
});

test('changes of labels set and remove them, a line each', () => {
  expect(readLabelChanges('team=pay-\n old- \n\na=-\n')).toEqual({
    set: [
      { key: 'team', value: 'pay-' },
      { key: 'a', value: '-' },
    ],
    unset: ['old'],
  });
  expect(readLabelChanges('old-\n-')).toMatchObject({ fault: '“-” is not a label. Use key=value.' });
});

const member = (change: Partial<ShownMember>): ShownMember => ({
  ...{ id: 'a', group: 1, state: 'waiting', reason: null, executor: { id: 'x', name: 'a' }, upgrade: null },
  ...change,
});
const rollout = (change: Partial<ShownRollout>, counts: Partial<ShownRollout['counts']> = {}): ShownRollout => ({
  ...{ id: 'r', targetVersion: '2.0.0', groupSize: 1, state: 'running', reason: null, requestedBy: 'Ada' },
  ...{ requestedAt: '', updatedAt: '', endedAt: null },
  counts: { total: 4, waiting: 0, underWay: 0, upgraded: 0, failed: 0, skipped: 0, ...counts },
  ...change,
});

test('a member of a rollout that failed is shown so, whatever its upgrade says', () => {
  const upgrade = { state: 'failed', progress: null, reason: null } as const;
  const refused = member({ upgrade, state: 'refused', reason: 'offline' });
  expect(memberLook(refused)).toEqual({ word: 'rejected', tone: 'bad', why: 'offline' });
  const gone = member({ id: 'host-b', executor: null, state: 'gone', reason: 'it was removed' });
  expect(memberLook(gone)).toMatchObject({ word: 'removed', why: 'it was removed' });
});

test('a state of a later control plane is shown as it is named', () => {
  const baked = 'baked' as never;
  expect(stateLook(baked)).toEqual({ word: 'baked', tone: 'warning' });
  expect(memberLook(member({ state: baked }))).toEqual({ word: 'baked', tone: 'warning', why: null });
  expect(rolloutSentence(rollout({ state: baked }))).toBe('');
});

test.each<[Partial<ShownRollout>, Partial<ShownRollout['counts']>, RegExp]>([
  [{ state: 'paused' }, { waiting: 2, underWay: 2 }, / 2 waiting\. 2 in progress will finish\.$/],
  [{ state: 'stopped', reason: 'a failed.' }, { waiting: 3 }, /^a failed\. 3 hosts not started\.$/],
  [{ state: 'finished' }, { skipped: 1 }, /^1 skipped\.$/],
])('of a rollout %j with %j it is said: %s', (change, counts, sentence) => {
  expect(rolloutSentence(rollout(change, counts))).toMatch(sentence);
});
