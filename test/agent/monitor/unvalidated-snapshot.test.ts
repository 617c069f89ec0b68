import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { AnswerMemory } from '../../../src/agent/monitor/answer-memory.ts';
import { monitorDaemon } from '../../../src/agent/monitor/daemon-monitor.ts';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { watchLoop } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

const hash = 'ab'.repeat(32);
/** As 31.0 answers after `loadtxoutset` at 299, in part. */
const answers: Record<string, unknown> = {
  getblockchaininfo: {
    ...{ chain: 'regtest', blocks: 299, headers: 299, bestblockhash: hash, time: 1, size_on_disk: 1, warnings: [] },
    ...{ verificationprogress: 1, initialblockdownload: false },
  },
  getchainstates: {
    headers: 299,
    chainstates: [
      { blocks: 0, validated: true },
      { blocks: 299, snapshot_blockhash: hash, validated: false },
    ],
  },
  getnetworkinfo: {
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    timeoffset: 0,
    subversion: '/Satoshi:31.0.0/',
  },
  getmempoolinfo: { size: 0, bytes: 0, usage: 0, maxmempool: 1, mempoolminfee: 0.1 },
  uptime: 1,
  getindexinfo: {
    txindex: { synced: true, best_block_height: 0 },
    coinstatsindex: { synced: true, best_block_height: 299 },
  },
  getnettotals: { totalbytesrecv: 0, totalbytessent: 0 },
  listwalletdir: { wallets: [] },
  listwallets: [],
  getchaintips: [{ height: 299, hash, branchlen: 0, status: 'active' }],
  waitforblockheight: { hash, height: 299 },
};

const asked: string[] = [];
const healths: NodeHealth[] = [];
const samples: NodeSample[] = [];
beforeAll(async () => {
  const server = createServer(async (incoming, outgoing) => {
    type Call = { id: number; method: string };
    const calls = JSON.parse(await text(incoming)) as Call | Call[];
    const answer = ({ id, method }: Call) => {
      asked.push(method);
      return { id, result: answers[method] ?? null, error: null };
    };
    outgoing.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)));
  });
  const abort = new AbortController();
  const ended = monitorDaemon(
    {
      ...{
        rpc: { host: '127.0.0.1', port: await listenHere(server), user: 'u', password: 'p' },
        watchLoop,
        answerMemory: new AnswerMemory(),
      },
      ...{ clock: hastyClock(100), sampleIntervalSeconds: 0.01, log: listeningLog().log, startedAt: null },
      stats: async () => ({ cpuPercent: null, memoryMiB: null }),
      onHealth: (health) => healths.push(health),
      onSample: (sample) => samples.push(sample),
    },
    abort.signal,
  );
  await until('there are ten samples', () => samples.length >= 10);
  abort.abort();
  await ended;
  await closeServer(server);
});

test('a daemon on a snapshot is reported with both heights', () => {
  const last = healths.at(-1);
  expect(last?.state === 'starting' ? null : last?.view?.snapshot).toEqual({ height: 299, validatedHeight: 0 });
});

test('an index is synced only at the height of the tip', () => {
  expect(samples.at(-1)?.indexes).toEqual([
    { name: 'txindex', synced: false, bestBlockHeight: 0 },
    { name: 'coinstatsindex', synced: true, bestBlockHeight: 299 },
  ]);
});

test('getchainstates is not asked with each sample', () => {
  expect(asked.filter((method) => method === 'getchainstates').length).toBeLessThan(samples.length / 2);
  expect(asked).toContain('getchainstates');
});
