import { describe, expect, test } from 'vitest';
import { shippedTable } from '../../../../../src/bitcoin/clients/lifecycle.ts';
import { advice } from '../../../../../src/contract/advice.ts';
import { incidentData } from '../../../../../src/contract/incident-data.ts';
import type { AlertCode, UpgradeState } from '../../../../../src/contract/types.generated.ts';
import { ruleCatalog } from '../../../../../src/control-plane/alerts/incidents/rules/catalog.ts';
import { chainKeyOf } from '../../../../../src/control-plane/alerts/incidents/rules/compare-chains.ts';
import type {
  ExecutorFacts,
  Facts,
  NodeFacts,
  ReleaseFacts,
  SampleFacts,
} from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { compareNetworks, judge } from '../../../../../src/control-plane/alerts/incidents/rules/judge.ts';
import { judgeAgent } from '../../../../../src/control-plane/alerts/incidents/rules/judge-executor.ts';
import { keyOf } from '../../../../../src/control-plane/platform/database/tenant-keys.ts';
import { thresholdsOf } from '../../../../../src/control-plane/tables/notifications.ts';
import { ago, executorFacts, facts, nodeFacts, now, sample, watch } from '../../../../harness/facts.ts';

const dayMs = 86_400_000;

const judged = (change: Partial<Facts>, set = {}) => {
  const thresholdsFor = () => thresholdsOf(set);
  const { ofNetworks, middles, splitNodes, sharing } = compareNetworks(facts(change).nodes, now, thresholdsFor);
  const middleOf = (node: NodeFacts) => middles.get(chainKeyOf(node));
  const compared = {
    middleOf,
    isSplit: (node: NodeFacts) => splitNodes.has(keyOf(node)),
    sharesGap: (node: NodeFacts) => sharing.has(keyOf(node)),
  };
  const others = judge(facts(change), compared, now, thresholdsFor, shippedTable);
  return [...others, ...ofNetworks].flatMap(({ subject, judgements }) =>
    (Object.entries(judgements) as [AlertCode, (typeof judgements)[AlertCode]][]).map(([code, found]) => {
      // What the API publishes as the shape of the data.
      if (found instanceof Object) expect(incidentData[code].safeParse(found.data).error, code).toBeUndefined();
      return { code, id: subject.id, found };
    }),
  );
};
/** The conditions that hold, as `CODE SUBJECT`. */
const conditions = (change: Partial<Facts>, set = {}) =>
  judged(change, set)
    .filter(({ found }) => typeof found === 'object' && found !== null)
    .map(({ code, id }) => `${code} ${id}`);
/** The rules that cannot be judged. */
const unknown = (change: Partial<Facts>) =>
  judged(change)
    .filter(({ found }) => found === 'unknown')
    .map(({ code }) => code);

/** A release that was published some days ago. */
const published = (version: string, daysAgo: number, change: Partial<ReleaseFacts> = {}): ReleaseFacts => ({
  ...{ version, channel: 'stable', createdAt: new Date(now.getTime() - daysAgo * dayMs), withdrawnReason: null },
  ...change,
});

/** An executor whose last upgrade is in a state. */
const upgraded = (state: UpgradeState, change: Partial<ExecutorFacts> = {}): Partial<Facts> => {
  const endedAt = state === 'fetching' ? null : ago(60);
  const lastUpgrade = { fromVersion: '1.0.0', targetVersion: '1.1.0', state, reason: 'it crashed', endedAt };
  return { executors: [executorFacts({ lastUpgrade, ...change })] };
};

type NodeChange = Parameters<typeof nodeFacts>[0];
const node = (change: NodeChange) => ({ nodes: [nodeFacts(change)] });
/** A node beside two healthy ones. */
const beside = (change: NodeChange) => ({
  nodes: [nodeFacts(change), nodeFacts({ id: 'node-2' }), nodeFacts({ id: 'node-3' })],
});
const executor = (change: Partial<ExecutorFacts>, nodes?: NodeFacts[]) => ({
  executors: [executorFacts(change)],
  ...(nodes && { nodes }),
});
const sampled = (change: Partial<SampleFacts>) => node({ sample: sample(change) });
const told = (code: string) => node({ problems: [{ code, reason: `about ${code}` }] });
/** Whose tip is as old as this. */
const tipSince = (seconds: number) => ({ watch: watch({ tipSince: ago(seconds).getTime() }) });

test('judge › leaves a restart by a rollout unjudged until its deadline', () => {
  const alone = { sample: sample({ peers: 0 }) };
  const restarting = beside({ ...alone, restartsUntil: ago(-60) });
  expect(conditions(restarting)).toEqual([]);
  expect(unknown(restarting)).toEqual(['no_peers', 'sync_stalled', 'behind_network', 'tip_stale']);
  expect(conditions(beside({ ...alone, restartsUntil: ago(1) }))).toEqual(['no_peers node-1']);
  expect(
    conditions({ nodes: [nodeFacts({ restartsUntil: ago(-60) }), nodeFacts({ ...alone, id: 'node-2' })] }),
  ).toEqual(['no_peers node-2']);
  const failing = node({ phase: 'failing', reason: 'port in use', restartsUntil: ago(-60) });
  expect(conditions(failing)).toEqual(['node_failing node-1']);
});

test('nothing is wrong with what is well', () => {
  expect(conditions({})).toEqual([]);
  expect(unknown({})).toEqual([]);
});

const tenDays = Array.from({ length: 72 }, (_, hour) => ({
  at: now.getTime() - (72 - hour) * 3_600_000,
  free: 300 - hour,
}));
/** A key with a remaining and a total lifetime in days. */
const endingKey = (daysLeft: number, lifeDays: number) => {
  const expiresAt = new Date(now.getTime() + daysLeft * dayMs);
  const createdAt = new Date(expiresAt.getTime() - lifeDays * dayMs);
  const purpose = 'personal' as const;
  return { keys: [{ id: 'key', organizationId: 'example', name: 'ci', purpose, createdAt, expiresAt }] };
};
const endingConsumer = (daysLeft: number, lifeDays: number) => {
  const expiresAt = new Date(now.getTime() + daysLeft * dayMs);
  const createdAt = new Date(expiresAt.getTime() - lifeDays * dayMs);
  return { consumers: [{ id: 'consumer', organizationId: 'example', name: 'probe', createdAt, expiresAt }] };
};
const hook = { id: 'hook', organizationId: 'example', name: 'ops', lastFailure: 'HTTP 500' };
const channel = (failingSince: Date | null, goneAt: Date | null) => ({
  channels: [{ ...hook, failingSince, goneAt }],
});
const withdrawn = { withdrawnReason: 'loses events' };
const rollout = { id: 'rollout', organizationId: 'example', targetVersion: '1.1.0', reason: 'host-1 was deleted.' };
const backups = (scheduledHours: number, lastHours: number | null) => ({
  backups: [
    {
      organizationId: 'example',
      scheduledSince: ago(scheduledHours * 3600),
      lastAt: lastHours === null ? null : ago(lastHours * 3600),
    },
  ],
});
const stalled = { watch: watch({ progressSince: ago(1900).getTime() }) };
const cutOff = [{ code: 'no_peers', reason: 'cut off' }];
const leaking = {
  network: 'signet' as const,
  config: { clientVersion: '31.0', overrides: [{ key: 'privatebroadcast', value: '1' }] },
};
const severalThreads = { clientVersion: '28.4', overrides: [{ key: 'par', value: '1' }] };
const older = { watch: watch({ tips: [{ height: 899_997, hash: 'older' }] }) };

const cases: [AlertCode, what: string, facts: Partial<Facts>, subject: string][] = [
  ['executor_offline', 'an offline executor', executor({ online: false }, []), 'executor-1'],
  ['disk_low', 'a disk with 9 % free', executor({ diskFreeGiB: 90 }), 'executor-1'],
  [
    'disk_filling',
    'a disk that fills by 24 GiB a day and has 228 GiB free',
    executor({ diskFreeGiB: 150, diskHistory: tenDays }),
    'executor-1',
  ],
  ['agent_outdated', 'a withdrawn version, at once', { releases: [published('1.0.0', 1, withdrawn)] }, 'executor-1'],
  ['upgrade_failed', 'an upgrade that was rolled back', upgraded('rolled_back'), 'executor-1'],
  ['upgrade_failed', 'an upgrade that did not end in time', upgraded('timed_out'), 'executor-1'],
  ['node_failing', 'a node that cannot run', node({ phase: 'failing', reason: 'port in use' }), 'node-1'],
  ['crash_loop', 'three exits lately', node({ exits: 3, phase: 'starting', phaseSince: ago(20) }), 'node-1'],
  ['memory_limit', 'an end by the host for its memory', node({ outOfMemoryAt: ago(600) }), 'node-1'],
  ['memory_limit', '96 % of the memory in use', sampled({ memoryMiB: 3940 }), 'node-1'],
  ['no_peers', 'no peers', sampled({ peers: 0 }), 'node-1'],
  [
    'sync_stalled',
    'no progress for 31 minutes',
    node({ phase: 'syncing', sample: sample({ catchesUp: true, height: 5 }), ...stalled }),
    'node-1',
  ],
  ['sync_stalled', 'a download that stands still after it had caught up', told('download_stalled'), 'node-1'],
  [
    'no_peers',
    'no peers on a private chain whose node should have some',
    node({ network: 'regtest', sample: sample({ peers: 0 }), problems: cutOff }),
    'node-1',
  ],
  ['clock_off', 'a clock that its agent finds off', told('clock_off'), 'node-1'],
  ['daemon_warning', 'a warning of the daemon', told('daemon_warning'), 'node-1'],
  ['change_reverted', 'a change that was taken back', told('change_reverted'), 'node-1'],
  ['client_end_of_life', 'a version past its end, not vulnerable', node({ config: severalThreads }), 'node-1'],
  ['client_withdrawn', 'a version that was withdrawn', node({ config: { clientVersion: '30.0' } }), 'node-1'],
  ['client_defect', 'a version with a known defect', node({ config: { clientVersion: '31.0' } }), 'node-1'],
  ['option_unsafe', 'private broadcast of a version that leaks', node(leaking), 'node-1'],
  ['tip_stale', 'no block for 133 minutes', node(tipSince(133 * 60)), 'node-1'],
  [
    'behind_network',
    'a height three below others',
    beside({ sample: sample({ height: 899_997 }), ...older }),
    'node-1',
  ],
  [
    'chain_split',
    'a node on another branch than two others',
    {
      nodes: [
        nodeFacts({ sample: sample({ height: 899_999, bestBlockHash: 'other' }) }),
        nodeFacts({ id: 'node-2', watch: watch({ tips: [{ height: 899_999, hash: 'one' }] }) }),
        nodeFacts({ id: 'node-3' }),
      ],
    },
    'mainnet',
  ],
  ['key_ends_soon', 'a key with 13 days left', endingKey(13, 100), 'key'],
  ['consumer_ends_soon', 'a consumer with six days left', endingConsumer(6, 100), 'consumer'],
  ['channel_failing', 'a failing channel', channel(ago(60), null), 'hook'],
  ['channel_failing', 'a channel whose receiver is gone', channel(null, ago(60)), 'hook'],
  ['rollout_stopped', 'a rollout that has stopped', { stoppedRollouts: [rollout] }, 'rollout'],
  ['backup_overdue', 'a backup 27 hours ago', backups(48, 27), 'control_plane'],
  ['backup_overdue', 'no backup 27 hours after the first attempt', backups(27, null), 'control_plane'],
];

test.each(cases)('%s: %s', (code, _what, change, subject) => {
  expect(conditions(change)).toEqual([`${code} ${subject}`]);
});

test('every rule has a case, and all its incidents say what to do', () => {
  const rules = Object.keys(ruleCatalog);
  // No maintained version has a serious vulnerability: judge-client.test.ts has its case.
  expect(new Set([...cases.map(([code]) => code), 'client_vulnerable'])).toEqual(new Set(rules));
  expect(Object.values(advice).filter((line) => !/^[A-Z].{20,}\.$/.test(line))).toEqual([]);
});

const differing = nodeFacts({ id: 'node-2', organizationId: 'other', sample: sample({ height: 1 }) });
const ofSignet = (change: NodeChange) => nodeFacts({ network: 'signet', ...change });
const filledOnce = tenDays.map(({ at }, hour) => ({ at, free: hour < 20 ? 900 : 200 }));
const catchingUp = nodeFacts({ sample: sample({ catchesUp: true, height: 5 }), phase: 'syncing' });

test.each<[what: string, facts: Partial<Facts>]>([
  ['a key with 15 days left', endingKey(15, 100)],
  ['a key for a week with two days left', endingKey(2, 7)],
  ['a consumer with eight days left', endingConsumer(8, 100)],
  ['a consumer for a week with two days left', endingConsumer(2, 7)],
  ['an agent that was uninstalled', executor({ online: false, uninstalledAt: ago(600) }, [])],
  ['a disk with 11 % free', executor({ diskFreeGiB: 110 })],
  ['no block for 131 minutes', node(tipSince(131 * 60))],
  ['an old tip of a young daemon', node({ ...tipSince(86_400), sample: sample({ uptimeSeconds: 60 }) })],
  ['a quiet regtest chain', node({ network: 'regtest', sample: sample({ peers: 0 }), ...tipSince(86_400) })],
  ['nodes of two organizations that differ', { nodes: [nodeFacts(), differing] }],
  [
    'nodes of two signets',
    { nodes: [ofSignet({}), ofSignet({ id: 'node-2', challenge: '51', sample: sample({ height: 1 }) })] },
  ],
  ['a node that is to be stopped', node({ desiredState: 'stopped', phase: 'failing', exits: 9 })],
  ['a daemon that has run for long after its exits', node({ exits: 9, phaseSince: ago(1000) })],
  ['a disk that was filled once', executor({ diskFreeGiB: 200, diskHistory: filledOnce })],
  ['a node that catches up behind the others', { nodes: [catchingUp, nodeFacts({ id: 'node-2' })] }],
  ['an agent with a release of the last days', { releases: [published('1.1.0', 6)] }],
  ['an agent of another channel', { releases: [published('1.1.0', 30, { channel: 'beta' })] }],
  ['an agent whose later release was withdrawn', { releases: [published('1.1.0', 30, withdrawn)] }],
  ['an agent that is newer than the release', { releases: [published('0.9.0', 30)] }],
  ['an upgrade that came out late', upgraded('timed_out', { version: '1.1.0' })],
  ['a failed upgrade of an agent that is newer by now', upgraded('failed', { version: '1.2.0' })],
  ['an upgrade that was cancelled', upgraded('cancelled')],
  ['a backup 25 hours ago', backups(48, 25)],
  ['a schedule whose first backup is under way', backups(1, null)],
  ['a failed upgrade to a withdrawn release', { ...upgraded('failed'), releases: [published('1.1.0', 1, withdrawn)] }],
])('nothing is wrong with %s', (_what, change) => {
  expect(conditions(change)).toEqual([]);
});

test('compares agent versions semantically, and judges no development version', () => {
  const outdated = (version: string) =>
    conditions({ releases: [published('1.9.0', 30), published('1.10.0', 20)], ...executor({ version }) });
  expect(outdated('1.9.0')).toEqual(['agent_outdated executor-1']);
  expect(outdated('1.10.0')).toEqual([]);
  expect(outdated('dev')).toEqual([]);
});

describe('what explains something else', () => {
  test('an offline executor leaves its nodes unjudged', () => {
    const change = {
      executors: [executorFacts({ online: false, diskFreeGiB: 1 })],
      nodes: [nodeFacts({ executorOnline: false, phase: 'failing', sample: sample({ peers: 0 }), exits: 9 })],
    };
    expect(conditions(change)).toEqual(['executor_offline executor-1']);
    expect(unknown(change)).toContain('node_failing');
    expect(unknown(change)).toContain('disk_low');
  });

  test('an offline executor’s nodes are not compared with the others', () => {
    const change = {
      executors: [executorFacts({ id: 'executor-2' })],
      nodes: [
        nodeFacts({ executorOnline: false, sample: sample({ height: 900_100 }) }),
        nodeFacts({ id: 'node-2', executorId: 'executor-2' }),
      ],
    };
    expect(conditions(change)).toEqual([]);
  });

  test('a node without peers is not reported for its tip as well', () => {
    const change = node({ sample: sample({ peers: 0 }), watch: watch({ tipSince: 0 }) });
    expect(conditions(change)).toEqual(['no_peers node-1']);
  });

  test('a sample that is old says nothing of now', () => {
    const change = node({ sample: sample({ at: ago(400), peers: 0 }), watch: watch({ tipSince: 0 }) });
    expect(conditions(change)).toEqual([]);
    const rules = ['no_peers', 'tip_stale', 'behind_network', 'sync_stalled'];
    expect(unknown(change)).toEqual(expect.arrayContaining(rules));
  });

  test('no rule is a cause of itself, directly or through others', () => {
    const causesOf = (code: AlertCode, seen: readonly AlertCode[] = []): AlertCode[] =>
      ruleCatalog[code].causes.flatMap((cause) =>
        seen.includes(cause) ? [cause] : [cause, ...causesOf(cause, [...seen, cause])],
      );
    for (const code of Object.keys(ruleCatalog) as AlertCode[]) expect(causesOf(code)).not.toContain(code);
  });
});

test('a threshold of its own changes what is wrong', () => {
  expect(conditions(executor({ diskFreeGiB: 90 }), { diskFreePercent: 5 })).toEqual([]);
  expect(conditions(node(tipSince(133 * 60)), { tipProbability: 1e-7 })).toEqual([]);
});

test('a failed upgrade names its first version, and waits for one under way', () => {
  expect(unknown(upgraded('fetching'))).toEqual(['upgrade_failed']);
  const executor = upgraded('rolled_back', { version: '0.9.0' }).executors?.[0] ?? executorFacts();
  const { upgrade_failed } = judgeAgent(executor, { latest: new Map(), withdrawn: new Map() });
  expect(upgrade_failed).toMatchObject({ message: expect.stringContaining('from 1.0.0 to 1.1.0 was rolled back') });
});
