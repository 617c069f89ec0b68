import { expect, test } from 'vitest';
import type { AgentStatus } from '../../src/agent/admin-socket/status.ts';
import { statusLines } from '../../src/cli/agent/status.ts';
import { explanationLines } from '../../src/cli/output.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

const status: AgentStatus = {
  ...{ version: '0.1.0', name: 'host-1', executorId: 'e', startedAt: '2026-11-21T11:00:00Z', revision: 7 },
  controlPlane: 'https://example.com/graphql',
  lastSync: { at: null, succeededAt: '2026-11-21T11:59:50Z', error: null },
  ...{ nodes: [], orphans: [], disks: [], areEventsHeldBack: false },
  key: { rotateAt: null, expiresAt: null, warning: null },
  images: [],
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

test('agent status shows disks, nodes, orphans, an upgrade and failures', () => {
  const request = {
    requestId: 'b',
    targetVersion: '0.2.0',
    state: 'fetching' as const,
    progress: 0.4,
    reason: 'again',
  };
  const changes: Partial<AgentStatus> = {
    lastSync: { at: null, succeededAt: '2026-11-21T11:00:00Z', error: 'refused' },
    engine: { error: 'no socket' },
    key: { rotateAt: 'R', expiresAt: 'E', warning: null },
    upgrade: { ...status.upgrade, request, last: { ...last, requestId: 'rollback-1' } },
    outbox: { events: 1, samples: 0, oldestAt: '2026-11-21T10:00:00Z', dropped: { samples: 3 } },
    disks: [
      { ...disk, daysUntilFull: 3.7, stopBelowMiB: 2048 },
      { ...disk, daysUntilFull: null, stopBelowMiB: 0 },
    ],
    nodes: [
      {
        ...{ id: 'n', name: 'alpha', network: 'signet', phase: 'syncing', since: '2026-11-21T11:59:00Z' },
        ...{ clientVersion: '28.1', nodeType: 'full', desiredState: 'running', problems: [], isReverted: false },
        ...{ answers: true, sample: undefined },
        ...{ reason: null, endpoint: '127.0.0.1:38332', height: 12, growthBytesPerDay: 1.5 * 2 ** 30 },
      },
    ],
    orphans: [
      { nodeId: 'o', name: 'omega', containerId: null, kept: false, data: null },
      { nodeId: 'p', name: 'psi', containerId: null, kept: true, data: null },
    ],
  };
  expect(changedBy(changes)).toEqual([
    'last sync: failing: refused (last success: 60m ago)',
    'engine: unreachable: no socket',
    'API key: expires E, rotates after R',
    'upgrade to 0.2.0: fetching, 40 %: again',
    'last manual switch: 0.0.9 to 0.1.0, committed 60m ago',
    'queued: 1 event, 0 samples, oldest from 2026-11-21T10:00:00Z',
    'dropped because the outbox was full: 3 samples',
    'disk of /data: 10.0 of 100.0 GiB free, full in 3 d; daemons are stopped below 2.0 GiB',
    'disk of /data: 10.0 of 100.0 GiB free; daemons keep running until it is full',
    'NODE   NETWORK  PHASE    SINCE  HEIGHT  GROWTH     RPC              REASON',
    'alpha  signet   syncing  60s    12      1.5 GiB/d  127.0.0.1:38332  ',
    'orphaned: omega (o), left untouched',
    'kept: the chain data of the deleted node psi (p)',
  ]);
});

test('agent status explains why no upgrade or rotation is possible', () => {
  const upgradability = { ...status.upgrade.upgradability, canUpgrade: false, reason: 'it is a clone' };
  const upgrade = { ...status.upgrade, lookedAt: '2026-11-21T11:59:55Z', why: 'none', upgradability, last };
  const lastSync = { at: null, succeededAt: null, error: null };
  expect(changedBy({ upgrade, lastSync, key: { rotateAt: null, expiresAt: null, warning: 'no file' } })).toEqual([
    'last sync: never',
    'API key: cannot be rotated: no file',
    'upgrade: checked 5s ago: none; upgrades are not possible: it is a clone',
    'last upgrade: 0.0.9 to 0.1.0, committed 60m ago',
  ]);
});

test('agent explain prints the plan’s steps with reasons and what is waited for', () => {
  const explanation = { node: { id: 'n', name: 'alpha' }, desired: ['running'], observed: ['no container'] };
  const steps = [{ action: 'create the container', why: 'there is none' }];
  const begin = ['alpha (n)', 'desired:', '  running', 'observed:', '  no container', 'plan:'];
  const [step, nothing] = ['  create the container, because there is none', '  nothing to do'];
  expect(explanationLines({ ...explanation, steps, waitingFor: null })).toEqual([...begin, step]);
  const waiting = { ...explanation, steps: [], waitingFor: 'the engine' };
  expect(explanationLines(waiting)).toEqual([...begin, nothing, 'waits for: the engine']);
});
