import { describe, expect, test } from 'vitest';
import { advice } from '../../../../../src/contract/advice.ts';
import type { AlertCode } from '../../../../../src/contract/types.generated.ts';
import { ruleCatalog } from '../../../../../src/control-plane/alerts/incidents/rules/catalog.ts';
import type { Facts } from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { ago, executorFacts, nodeFacts, now, sample, watch } from '../../../../harness/facts.ts';
import { conditions, published, unknown, upgraded } from './judged.ts';

const node = (...changes: Parameters<typeof nodeFacts>) => ({ nodes: [nodeFacts(...changes)] });

const told = (code: string) => node({ problems: [{ code, reason: `about ${code}` }] });

test('nothing is wrong with what is well', () => {
  expect(conditions({})).toEqual([]);
  expect(unknown({})).toEqual([]);
});

const dayMs = 86_400_000;
const tenDays = Array.from({ length: 72 }, (_, hour) => ({
  at: now.getTime() - (72 - hour) * 3_600_000,
  freeMiB: 300_000 - hour * 1000,
}));
/** A key with a remaining and a total lifetime in days. */
const endingKey = (daysLeft: number, lifeDays: number) => {
  const expiresAt = new Date(now.getTime() + daysLeft * dayMs);
  const createdAt = new Date(expiresAt.getTime() - lifeDays * dayMs);
  return { id: 'key', organizationId: 'example', name: 'ci', purpose: 'personal' as const, createdAt, expiresAt };
};
const endpoint = { id: 'hook', organizationId: 'example', origin: 'https://hooks.example', lastFailure: 'HTTP 500' };

const cases: [AlertCode, what: string, facts: Partial<Facts>, subject: string][] = [
  [
    'executor_offline',
    'an offline executor',
    { executors: [executorFacts({ online: false })], nodes: [] },
    'executor-1',
  ],
  ['disk_low', 'a disk with 9 % free', { executors: [executorFacts({ diskFreeMiB: 90_000 })] }, 'executor-1'],
  [
    'disk_filling',
    'a disk that fills by 24 GiB a day and has 228 GiB free',
    { executors: [executorFacts({ diskFreeMiB: 150_000, diskHistory: tenDays })] },
    'executor-1',
  ],
  ['agent_outdated', 'a release that is out for a week', { releases: [published('1.0.1', 7)] }, 'executor-1'],
  [
    'agent_outdated',
    'a version that was withdrawn, at once',
    { releases: [published('1.0.0', 1, { withdrawnReason: 'loses events' })] },
    'executor-1',
  ],
  ['upgrade_failed', 'an upgrade that failed', upgraded('failed'), 'executor-1'],
  ['upgrade_failed', 'an upgrade that was rolled back', upgraded('rolled_back'), 'executor-1'],
  ['upgrade_failed', 'an upgrade that did not end in time', upgraded('timed_out'), 'executor-1'],
  ['node_failing', 'a node that cannot run', node({ phase: 'failing', reason: 'port in use' }), 'node-1'],
  ['crash_loop', 'three exits lately', node({ exits: 3, phase: 'starting', phaseSince: ago(20) }), 'node-1'],
  ['memory_limit', 'an end by the host for its memory', node({ outOfMemoryAt: ago(600) }), 'node-1'],
  ['memory_limit', '96 % of the memory in use', node({ sample: sample({ memoryMiB: 3940 }) }), 'node-1'],
  ['no_peers', 'no peers', node({ sample: sample({ peers: 0 }) }), 'node-1'],
  [
    'sync_stalled',
    'no progress for 31 minutes',
    node({
      phase: 'syncing',
      sample: sample({ catchesUp: true, height: 5 }),
      watch: watch({ progressSince: ago(1900).getTime() }),
    }),
    'node-1',
  ],
  ['sync_stalled', 'a download that stands still after it had caught up', told('download_stalled'), 'node-1'],
  [
    'no_peers',
    'no peers on a private chain whose node should have some',
    node({ network: 'regtest', sample: sample({ peers: 0 }), problems: [{ code: 'no_peers', reason: 'cut off' }] }),
    'node-1',
  ],
  ['clock_off', 'a clock that its agent finds off', told('clock_off'), 'node-1'],
  ['daemon_warning', 'a warning of the daemon', told('daemon_warning'), 'node-1'],
  ['change_taken_back', 'a change that was taken back', told('change_taken_back'), 'node-1'],
  [
    'client_end_of_life',
    'a version past its end, whose weakness needs several threads',
    node({ config: { clientVersion: '28.4', overrides: [{ key: 'par', value: '1' }] } }),
    'node-1',
  ],
  ['client_withdrawn', 'a version that was withdrawn', node({ config: { clientVersion: '30.0' } }), 'node-1'],
  ['tip_stale', 'no block for 93 minutes', node({ watch: watch({ tipSince: ago(93 * 60).getTime() }) }), 'node-1'],
  [
    'behind_network',
    'a height three below that of two others',
    {
      nodes: [
        nodeFacts({
          sample: sample({ height: 899_997 }),
          watch: watch({ tips: [{ height: 899_997, hash: 'older' }] }),
        }),
        nodeFacts({ id: 'node-2' }),
        nodeFacts({ id: 'node-3' }),
      ],
    },
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
  ['key_ends_soon', 'a key with 13 days left', { keys: [endingKey(13, 100)] }, 'key'],
  [
    'webhook_failing',
    'a failing webhook',
    { endpoints: [{ ...endpoint, failingSince: ago(60), goneAt: null }] },
    'hook',
  ],
  [
    'webhook_failing',
    'a webhook that is gone',
    { endpoints: [{ ...endpoint, failingSince: null, goneAt: ago(60) }] },
    'hook',
  ],
  [
    'rollout_stopped',
    'a rollout that has stopped',
    {
      stoppedRollouts: [
        { id: 'rollout', organizationId: 'example', targetVersion: '1.1.0', reason: 'host-1 was deleted.' },
      ],
    },
    'rollout',
  ],
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

const wellCases: [what: string, facts: Partial<Facts>][] = [
  ['a key with 15 days left', { keys: [endingKey(15, 100)] }],
  ['a key for a week with two days left', { keys: [endingKey(2, 7)] }],
  [
    'an agent that was uninstalled',
    { executors: [executorFacts({ online: false, uninstalledAt: ago(600) })], nodes: [] },
  ],
  ['a disk with 11 % free', { executors: [executorFacts({ diskFreeMiB: 110_000 })] }],
  ['no block for 91 minutes', node({ watch: watch({ tipSince: ago(91 * 60).getTime() }) })],
  [
    'an old tip of a daemon that began to run a minute ago',
    node({ watch: watch({ tipSince: ago(86_400).getTime() }), sample: sample({ uptimeSeconds: 60 }) }),
  ],
  [
    'a regtest chain without peers and blocks',
    node({ network: 'regtest', sample: sample({ peers: 0 }), watch: watch({ tipSince: ago(86_400).getTime() }) }),
  ],
  [
    'nodes of one network in two organizations that differ',
    { nodes: [nodeFacts(), nodeFacts({ id: 'node-2', organizationId: 'other', sample: sample({ height: 1 }) })] },
  ],
  [
    'nodes of two signets',
    {
      nodes: [
        nodeFacts({ network: 'signet' }),
        nodeFacts({ id: 'node-2', network: 'signet', challenge: '51', sample: sample({ height: 1 }) }),
      ],
    },
  ],
  ['a node that is to be stopped', node({ desiredState: 'stopped', phase: 'failing', exits: 9 })],
  ['a daemon that has run for long after its exits', node({ exits: 9, phaseSince: ago(1000) })],
  [
    'a disk that was filled once, and no more for hours',
    {
      executors: [
        executorFacts({
          diskFreeMiB: 200_000,
          diskHistory: tenDays.map(({ at }, hour) => ({ at, freeMiB: hour < 20 ? 900_000 : 200_000 })),
        }),
      ],
    },
  ],
  [
    'a node that catches up behind the others',
    {
      nodes: [
        nodeFacts({ sample: sample({ catchesUp: true, height: 5 }), phase: 'syncing' }),
        nodeFacts({ id: 'node-2' }),
      ],
    },
  ],
];

test.each(wellCases)('nothing is wrong with %s', (_what, change) => {
  expect(conditions(change)).toEqual([]);
});

describe('what explains something else', () => {
  test('an offline executor leaves its nodes unjudged', () => {
    const change = {
      executors: [executorFacts({ online: false, diskFreeMiB: 1 })],
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
    expect(unknown(change)).toEqual(
      expect.arrayContaining(['no_peers', 'tip_stale', 'behind_network', 'sync_stalled']),
    );
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
  expect(conditions({ executors: [executorFacts({ diskFreeMiB: 90_000 })] }, { diskFreePercent: 5 })).toEqual([]);
  expect(conditions(node({ watch: watch({ tipSince: ago(93 * 60).getTime() }) }), { tipProbability: 1e-6 })).toEqual(
    [],
  );
});
