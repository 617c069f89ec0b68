import { describe, expect, test } from 'vitest';
import { healthOrder, healthStates } from '../../../src/contract/health.ts';
import { isAnswering, phases } from '../../../src/contract/phases.ts';
import { type HealthFacts, judgeHealth } from '../../../src/control-plane/nodes/node-health.ts';

const now = new Date('2026-01-01T12:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const atTip = { height: 900, headers: 900, initialBlockDownload: false, peersInbound: 0, peersOutbound: 8 };

const healthy: HealthFacts = {
  network: 'mainnet',
  desiredState: 'running',
  phase: 'running',
  problems: [],
  branch: null,
  metrics: atTip,
  metricsAt: secondsAgo(10),
  networkHeight: 900,
  now,
};
const judged = (change: Partial<HealthFacts>) => judgeHealth({ ...healthy, ...change });

const losing = { forkHeight: 800, isEven: false, incidentId: 'incident' };
const even = { forkHeight: null, isEven: true, incidentId: null };
const noPeers = { code: 'no_peers', reason: 'No peers for 10 minutes.' } as const;

describe('judgeHealth', () => {
  test.each<[string, Partial<HealthFacts>, string, string, string]>([
    ['at the tip', {}, 'in_sync', 'good', 'In sync with the network'],
    ['of a private chain', { network: 'regtest', networkHeight: null }, 'in_sync', 'good', 'Up to date'],
    ['one block behind', { networkHeight: 901 }, 'in_sync', 'busy', '1 block behind'],
    ['three blocks behind others', { networkHeight: 903 }, 'behind', 'warning', '3 blocks behind'],
    ['behind its headers', { metrics: { ...atTip, headers: 950 } }, 'behind', 'warning', '50 blocks behind'],
    ['in initial download', { metrics: { ...atTip, initialBlockDownload: true } }, 'syncing', 'busy', 'Syncing'],
    ['not measured for long', { metricsAt: secondsAgo(700) }, 'stale', 'warning', 'Last measured 11 minutes ago'],
    ['never measured', { metrics: null, metricsAt: null }, 'stale', 'busy', 'Not measured yet'],
    ['without peers', { metrics: { ...atTip, peersOutbound: 0 } }, 'in_sync', 'warning', 'No peers, so no new blocks'],
    ['with a problem', { problems: [noPeers] }, 'problem', 'warning', 'No peers for 10 minutes.'],
    ['on a losing branch', { branch: losing }, 'other_branch', 'bad', 'On another branch since block 801'],
    [
      'on one of two equal branches',
      { branch: even },
      'other_branch',
      'warning',
      'The network has split, and neither branch leads',
    ],
    ['that is starting', { phase: 'starting' }, 'not_answering', 'busy', 'Starting'],
    ['that is stopping', { phase: 'stopping' }, 'not_answering', 'busy', 'Stopping'],
    ['that is failing', { phase: 'failing', problems: [noPeers] }, 'failing', 'bad', 'Failing'],
    ['that is stopped on request', { phase: 'stopped', desiredState: 'stopped' }, 'stopped', 'idle', 'Stopped'],
    ['that should run', { phase: 'stopped' }, 'not_answering', 'busy', 'Stopped, starting soon'],
    ['of an offline host', { phase: 'unknown' }, 'unknown', 'warning', 'State unknown: the host is offline'],
  ])('judges a node %s', (_name, change, state, level, summary) => {
    expect(judged(change)).toMatchObject({ state, level, summary });
  });

  test('names the incident of the split', () => {
    expect(judged({ branch: losing }).incidentId).toBe('incident');
  });

  test('does not call a private chain with old blocks syncing', () => {
    const metrics = { ...atTip, initialBlockDownload: true };
    expect(judged({ network: 'regtest', networkHeight: null, metrics }).state).toBe('in_sync');
  });

  const samples = [
    { metrics: null, metricsAt: null },
    { metrics: atTip, metricsAt: secondsAgo(10) },
    { metrics: atTip, metricsAt: secondsAgo(900) },
    { metrics: { ...atTip, headers: 905 }, metricsAt: secondsAgo(10) },
    { metrics: { ...atTip, initialBlockDownload: true }, metricsAt: secondsAgo(10) },
  ];
  const everyCase = phases.flatMap((phase) =>
    (['running', 'stopped', 'deleted'] as const).flatMap((desiredState) =>
      [null, losing, even].flatMap((branch) =>
        [[], [noPeers]].flatMap((problems) =>
          samples.map((sample) => ({ phase, desiredState, branch, problems, ...sample })),
        ),
      ),
    ),
  );

  test('is good only for a node that answers at the tip without a problem or a split', () => {
    expect(everyCase.length).toBeGreaterThan(900);
    const good = everyCase.filter((each) => judged(each).level === 'good');
    expect(good.length).toBeGreaterThan(0);
    expect(
      good.filter(
        ({ phase, branch, problems, metrics, metricsAt }) =>
          phase !== 'running' ||
          branch !== null ||
          problems.length > 0 ||
          metrics !== atTip ||
          now.getTime() - metricsAt.getTime() > 60_000,
      ),
    ).toEqual([]);
  });

  test('never calls a node in sync that does not answer', () => {
    const wrong = everyCase.filter((each) => !isAnswering(each.phase) && judged(each).state === 'in_sync');
    expect(wrong).toEqual([]);
  });

  test('reaches every state', () => {
    const reached = new Set([...everyCase, { networkHeight: 910 }].map((each) => judged(each).state));
    expect([...reached].toSorted()).toEqual([...healthOrder].toSorted());
  });

  test('has a level and words for each state', () => {
    expect(healthOrder.filter((state) => healthStates[state].label === '')).toEqual([]);
  });
});
