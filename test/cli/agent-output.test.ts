import { describe, expect, test } from 'vitest';
import type { AgentStatus } from '../../src/agent/admin-socket/status.ts';
import { statusLines } from '../../src/cli/agent/status.ts';
import { explanationLines } from '../../src/cli/explanation-lines.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

const status = (changes: Partial<AgentStatus> = {}): AgentStatus => ({
  version: '0.1.0',
  name: 'host-1',
  executorId: 'e',
  startedAt: '2026-11-21T11:00:00Z',
  controlPlane: 'https://example.com/graphql',
  lastSync: { at: null, succeededAt: '2026-11-21T11:59:50Z', error: null },
  revision: 7,
  nodes: [],
  orphans: [],
  key: { rotateAt: null, expiresAt: null, warning: null },
  disks: [],
  engine: { error: null },
  upgrade: {
    lookedAt: null,
    why: 'nothing is asked for',
    upgradability: { canUpgrade: true, reason: null, platform: 'linux-x64', packaging: 'archive' },
    request: null,
    last: null,
  },
  outbox: { events: 1, samples: 2, oldestAt: null, dropped: {} },
  ...changes,
});

describe('the status of an agent', () => {
  test('agent status prints the revision, the last sync and the outbox', () => {
    expect(statusLines(status(), now)).toEqual([
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

  test('agent status shows each disk, when it is full, and the mark below which daemons are stopped', () => {
    const disk = { path: '/data', totalMiB: 102_400, freeMiB: 10_240, startAboveMiB: 4096 };
    const lines = statusLines(
      status({
        disks: [
          { ...disk, daysUntilFull: 3.7, stopBelowMiB: 2048 },
          { ...disk, daysUntilFull: null, stopBelowMiB: 0 },
        ],
      }),
      now,
    );
    expect(lines.slice(6, 8)).toEqual([
      'disk of /data: 10.0 of 100.0 GiB free, full in 3 d; daemons are stopped below 2.0 GiB',
      'disk of /data: 10.0 of 100.0 GiB free; daemons keep running until it is full',
    ]);
  });

  test('agent status tells when it was last asked for an upgrade, why nothing was done, and whether the engine answers', () => {
    const last = { requestId: 'a', fromVersion: '0.0.9', targetVersion: '0.1.0', reason: null };
    const upgrade: AgentStatus['upgrade'] = {
      lookedAt: '2026-11-21T11:59:55Z',
      why: 'no upgrade requested',
      upgradability: { canUpgrade: false, reason: 'it is a clone', platform: 'linux-x64', packaging: 'archive' },
      request: null,
      last: { ...last, state: 'committed', at: '2026-11-21T11:00:00Z' },
    };
    expect(statusLines(status({ upgrade, engine: { error: null } }), now).slice(3, 6)).toEqual([
      'engine: reachable',
      'upgrade: checked 5s ago: no upgrade requested; upgrades are not possible: it is a clone',
      'last upgrade: 0.0.9 to 0.1.0, committed 60m ago',
    ]);
    const byHand = {
      ...upgrade,
      last: { ...last, requestId: 'rollback-1', state: 'committed' as const, at: upgrade.lookedAt ?? '' },
    };
    expect(statusLines(status({ upgrade: byHand, engine: { error: null } }), now)).toContain(
      'last manual switch: 0.0.9 to 0.1.0, committed 5s ago',
    );
    const request = {
      requestId: 'b',
      targetVersion: '0.2.0',
      state: 'fetching' as const,
      progress: 40,
      reason: 'tried again',
    };
    const busy = { ...upgrade, request, last: null };
    expect(statusLines(status({ upgrade: busy, engine: { error: 'no socket' } }), now).slice(3, 5)).toEqual([
      'engine: unreachable: no socket',
      'upgrade to 0.2.0: fetching, 40 %: tried again',
    ]);
  });

  test.each([
    [{ rotateAt: null, expiresAt: null, warning: null }, []],
    [{ rotateAt: 'R', expiresAt: null, warning: null }, ['API key: rotates after R']],
    [{ rotateAt: 'R', expiresAt: 'E', warning: null }, ['API key: expires E, rotates after R']],
    [{ rotateAt: 'R', expiresAt: 'E', warning: 'no file' }, ['API key: expires E, cannot be rotated: no file']],
  ])('agent status shows of the key %j', (key, expected) => {
    expect(statusLines(status({ key }), now).filter((line) => line.startsWith('API key'))).toEqual(expected);
  });

  const lastSync = (succeededAt: string | null, error: string | null) =>
    statusLines(status({ lastSync: { at: null, succeededAt, error } }), now)[2];

  test.each([
    [null, null, 'last sync: never'],
    ['2026-11-21T11:59:50Z', null, 'last sync: 10s ago'],
    [null, 'refused', 'last sync: failing: refused (last success: never)'],
    ['2026-11-21T11:00:00Z', 'refused', 'last sync: failing: refused (last success: 60m ago)'],
  ])('agent status shows a last success at %j and the error %j as «%s»', (succeededAt, error, expected) => {
    expect(lastSync(succeededAt, error)).toBe(expected);
  });

  test('agent status lists nodes and orphans, what waits to be sent and what was dropped', () => {
    const lines = statusLines(
      status({
        nodes: [
          {
            id: 'n',
            name: 'alpha',
            network: 'signet',
            phase: 'syncing',
            since: '2026-11-21T11:59:00Z',
            reason: null,
            endpoint: '127.0.0.1:38332',
            height: 12,
            growthBytesPerDay: 1.5 * 2 ** 30,
          },
        ],
        orphans: [
          { nodeId: 'o', name: 'omega', containerId: null, kept: false, data: null },
          { nodeId: 'p', name: 'psi', containerId: null, kept: true, data: null },
        ],
        outbox: { events: 1, samples: 0, oldestAt: '2026-11-21T10:00:00Z', dropped: { samples: 3 } },
      }),
      now,
    );
    expect(lines.slice(5)).toEqual([
      'queued: 1 event, 0 samples, oldest from 2026-11-21T10:00:00Z',
      'dropped because the outbox was full: 3 samples',
      '',
      'NODE   NETWORK  PHASE    SINCE  HEIGHT  GROWTH     RPC              REASON',
      'alpha  signet   syncing  60s    12      1.5 GiB/d  127.0.0.1:38332  ',
      'orphaned: omega (o), left untouched',
      'kept: the chain data of the deleted node psi (p)',
    ]);
  });
});

describe('the explanation of a node', () => {
  const explanation = { node: { id: 'n', name: 'alpha' }, desired: ['running'], observed: ['no container'] };

  test('agent explain prints the steps of the plan with their reasons', () => {
    const steps = [{ action: 'create the container', why: 'there is none' }];
    expect(explanationLines({ ...explanation, steps, waitingFor: null })).toEqual([
      'alpha (n)',
      'desired:',
      '  running',
      'observed:',
      '  no container',
      'plan:',
      '  create the container, because there is none',
    ]);
  });

  test('agent explain says when there is nothing to do, and what is waited for', () => {
    const lines = explanationLines({ ...explanation, steps: [], waitingFor: 'the engine' });
    expect(lines.slice(5)).toEqual(['plan:', '  nothing to do', 'waits for: the engine']);
  });
});
