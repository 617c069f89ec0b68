import { expect, test } from 'vitest';
import { configHash, configLines } from '../../../src/bitcoin/config-lines.ts';
import { configOf, shownConfig } from '../../../src/control-plane/nodes/node-config.ts';
import { nodeRow } from '../../harness/rows.ts';

/** The row of `maxconnections` of a running node whose daemon lowered it. */
function shown(overrides: { key: string; value: string }[], change: { runs?: boolean } = {}) {
  const row = {
    ...nodeRow({ organizationId: 'o', executorId: 'e' }, { overrides }),
    signet: null,
    tor: null,
    overrides,
  };
  const hash = change.runs === false ? 'a'.repeat(64) : configHash(configLines(configOf(row)));
  const observed = {
    ...{ id: 'n', phase: 'running' as const, since: '2026-01-01T00:00:00Z' },
    ...{ configHash: hash, loweredConnections: 141 },
  };
  const settings = shownConfig({ ...row, observed, executor: { online: true } });
  return settings.filter(({ key }) => key.endsWith('maxconnections'));
}

test('shownConfig › has the maxconnections that the daemon took', () => {
  const note = 'the daemon lowered it from 250, because it may open too few files';
  for (const key of ['maxconnections', 'main.maxconnections'])
    expect(shown([{ key, value: '250' }])).toMatchObject([{ value: '141', origin: 'override', note }]);
});

test('shownConfig › adds maxconnections where the daemon lowered its default', () => {
  expect(shown([])).toMatchObject([{ key: 'maxconnections', value: '141', origin: 'default' }]);
});

test('shownConfig › keeps the requested maxconnections beside another configuration', () => {
  expect(shown([{ key: 'maxconnections', value: '100' }], { runs: false })).toMatchObject([{ value: '100' }]);
});
