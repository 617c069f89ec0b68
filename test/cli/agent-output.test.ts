import { expect, test } from 'vitest';
import type { AgentStatus } from '../../src/agent/admin-socket/status.ts';
import { statusLines } from '../../src/cli/agent/status.ts';
import { explanationLines } from '../../src/cli/output.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

const status: AgentStatus = {
  ...{ version: '0.1.0', name: 'host-1', executorId: 'e', startedAt: '2026-11-21T11:00:00Z', revision: 7 },
  controlPlane: 'https://example.com/graphql',
  lastSync: { at: null, succeededAt: '2026-11-21T11:59:50Z', error: null },
  ...{ nodes: [], orphans: [], disks: [] },
  key: { rotateAt: null, expiresAt: null, warning: null },
  engine: { error: null },
  upgrade: {
    lookedAt: null,
    why: 'nothing is asked for',
    upgradability: { canUpgrade: true, reason: null, platform: 'linux-x64', packaging: 'archive' },
    ...{ request: null, last: null },
  },
  outbox: { events: 1, samples: 2, oldestAt: null, dropped: {} },
};
const linesWith = (changes: Partial<AgentStatus>) => statusLines({ ...status, ...changes }, now);
/** The lines of a status that one without these changes does not have. */
const changedBy = (changes: Partial<AgentStatus>) => linesWith(changes).filter((line) => !linesWith({}).includes(line));

test('agent status prints the revision, the last sync and the outbox', () => {
  expect(linesWith({})).toEqual([
    'host-1: agent 0.1.0, up since 2026-11-21T11:00:00Z (60m)',
    'control plane: https://example.com/graphql, revision 7',
    'last sync: 10s ago',
    'engine: reachable',
    'upgrade: not checked yet: nothing is asked for',
    'queued: 1 event, 2 samples',
    '',
    'no nodes',
  ]);
});

const disk = { path: '/data', totalMiB: 102_400, freeMiB: 10_240, startAboveMiB: 4096 };
const last = {
  ...{ requestId: 'a', fromVersion: '0.0.9', targetVersion: '0.1.0', reason: null },
  ...{ state: 'committed' as const, at: '2026-11-21T11:00:00Z' },
};
const request = {
  ...{ requestId: 'b', targetVersion: '0.2.0', state: 'fetching' as const, progress: 40, reason: 'tried again' },
};
const key = { rotateAt: 'R', expiresAt: 'E', warning: null };

test.each<[string, Partial<AgentStatus>, string[]]>([
  [
    'each disk, when it is full, and the mark below which daemons are stopped',
    {
      disks: [
        { ...disk, daysUntilFull: 3.7, stopBelowMiB: 2048 },
        { ...disk, daysUntilFull: null, stopBelowMiB: 0 },
      ],
    },
    [
      'disk of /data: 10.0 of 100.0 GiB free, full in 3 d; daemons are stopped below 2.0 GiB',
      'disk of /data: 10.0 of 100.0 GiB free; daemons keep running until it is full',
    ],
  ],
  [
    'when it last looked for an upgrade, and why none is possible',
    {
      upgrade: {
        ...{ ...status.upgrade, lookedAt: '2026-11-21T11:59:55Z', why: 'no upgrade requested', last },
        upgradability: { canUpgrade: false, reason: 'it is a clone', platform: 'linux-x64', packaging: 'archive' },
      },
    },
    [
      'upgrade: checked 5s ago: no upgrade requested; upgrades are not possible: it is a clone',
      'last upgrade: 0.0.9 to 0.1.0, committed 60m ago',
    ],
  ],
  [
    'a switch by hand, and an upgrade under way',
    { upgrade: { ...status.upgrade, request, last: { ...last, requestId: 'rollback-1' } } },
    ['upgrade to 0.2.0: fetching, 40 %: tried again', 'last manual switch: 0.0.9 to 0.1.0, committed 60m ago'],
  ],
  ['an engine that does not answer', { engine: { error: 'no socket' } }, ['engine: unreachable: no socket']],
  ['a key that only rotates', { key: { ...key, expiresAt: null } }, ['API key: rotates after R']],
  ['a key that expires', { key }, ['API key: expires E, rotates after R']],
  [
    'a key that cannot be rotated',
    { key: { ...key, warning: 'no file' } },
    ['API key: expires E, cannot be rotated: no file'],
  ],
  ['no sync yet', { lastSync: { ...status.lastSync, succeededAt: null } }, ['last sync: never']],
  [
    'a sync that never succeeded',
    { lastSync: { at: null, succeededAt: null, error: 'refused' } },
    ['last sync: failing: refused (last success: never)'],
  ],
  [
    'a sync that fails',
    { lastSync: { at: null, succeededAt: '2026-11-21T11:00:00Z', error: 'refused' } },
    ['last sync: failing: refused (last success: 60m ago)'],
  ],
  [
    'what waits to be sent and what was dropped',
    { outbox: { events: 1, samples: 0, oldestAt: '2026-11-21T10:00:00Z', dropped: { samples: 3 } } },
    ['queued: 1 event, 0 samples, oldest from 2026-11-21T10:00:00Z', 'dropped because the outbox was full: 3 samples'],
  ],
  [
    'nodes and orphans',
    {
      nodes: [
        {
          ...{ id: 'n', name: 'alpha', network: 'signet', phase: 'syncing', since: '2026-11-21T11:59:00Z' },
          ...{ reason: null, endpoint: '127.0.0.1:38332', height: 12, growthBytesPerDay: 1.5 * 2 ** 30 },
        },
      ],
      orphans: [
        { nodeId: 'o', name: 'omega', containerId: null, kept: false, data: null },
        { nodeId: 'p', name: 'psi', containerId: null, kept: true, data: null },
      ],
    },
    [
      'NODE   NETWORK  PHASE    SINCE  HEIGHT  GROWTH     RPC              REASON',
      'alpha  signet   syncing  60s    12      1.5 GiB/d  127.0.0.1:38332  ',
      'orphaned: omega (o), left untouched',
      'kept: the chain data of the deleted node psi (p)',
    ],
  ],
])('agent status shows %s', (_what, changes, lines) => {
  expect(changedBy(changes)).toEqual(lines);
});

test('agent explain prints the steps of the plan with their reasons, and what is waited for', () => {
  const explanation = { node: { id: 'n', name: 'alpha' }, desired: ['running'], observed: ['no container'] };
  const steps = [{ action: 'create the container', why: 'there is none' }];
  const begin = ['alpha (n)', 'desired:', '  running', 'observed:', '  no container', 'plan:'];
  expect(explanationLines({ ...explanation, steps, waitingFor: null })).toEqual([
    ...begin,
    '  create the container, because there is none',
  ]);
  expect(explanationLines({ ...explanation, steps: [], waitingFor: 'the engine' })).toEqual([
    ...begin,
    ...['  nothing to do', 'waits for: the engine'],
  ]);
});
