import { expect, test } from 'vitest';
import { configHash, configLines } from '../../../src/bitcoin/config-lines.ts';
import type { NodePhase } from '../../../src/contract/types.generated.ts';
import { columnsOf, configState } from '../../../src/control-plane/nodes/node-config.ts';
import { configWith, override } from '../../bitcoin/config.ts';

const config = configWith([override('maxconnections', '40')]);
const same = configHash(configLines(config));
const other = configHash(configLines(configWith([])));

test.each<[state: string, phase: NodePhase, reported: string | null | undefined, online: boolean]>([
  ['running', 'running', same, true],
  ['running', 'syncing', same, true],
  ['differs', 'running', other, true],
  ['unknown', 'running', undefined, true],
  ['unknown', 'running', null, true],
  ['unknown', 'running', same, false],
  ['unknown', 'starting', same, true],
  ['unknown', 'stopped', other, true],
])('the configuration is %s: a node that is %s reported %s, executor online %s', (state, phase, reported, online) => {
  const since = '2026-01-01T00:00:00.000Z';
  const observed = { id: 'n', phase, since, ...(reported === undefined ? {} : { configHash: reported }) };
  expect(configState({ ...columnsOf(config), observed, executor: { online } })).toBe(state);
});

test('the configuration of a node of which nothing was reported is unknown', () => {
  expect(configState({ ...columnsOf(config), observed: null, executor: { online: true } })).toBe('unknown');
});
