import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { AnswerMemory } from '../../../src/agent/monitor/answer-memory.ts';
import { monitorDaemon } from '../../../src/agent/monitor/daemon-monitor.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { watchLoop } from '../../harness/test-deps.ts';

interface Call {
  id: number;
  method: string;
  params: number[];
}

interface Daemon {
  /** What a reading of the tips takes; a negative time ends in an error. */
  tipsTakeMs: number;
  /** Default: has every block. */
  syncsUntilMs?: number;
  /** Default: an hour. */
  lastsMs?: number;
}

const invalid = { height: 8, hash: 'bb', branchlen: 2, status: 'invalid' };
const at = 1_800_000_000_000;

/** Monitors a daemon in virtual time. Returns when the tips were read, in seconds, and all samples. */
async function monitor({ tipsTakeMs, syncsUntilMs = 0, lastsMs = 3_600_000 }: Daemon) {
  let ms = 0;
  const abort = new AbortController();
  const readAt: number[] = [];
  const samples: NodeSample[] = [];
  const advance = async (by: number) => {
    ms += by;
    if (ms >= lastsMs) abort.abort();
    await setImmediate();
  };
  const height = () => Math.floor(Math.min(ms, syncsUntilMs) / 1000);
  const answers: Record<string, () => unknown> = {
    getblockchaininfo: () => ({
      ...{ chain: 'main', blocks: height(), headers: 10_000, bestblockhash: `block ${height()}` },
      ...{ verificationprogress: 0.5, initialblockdownload: syncsUntilMs > 0 },
    }),
    getnetworkinfo: () => ({ subversion: 's', connections: 1 }),
    getmempoolinfo: () => ({ size: 0, bytes: 0 }),
    getchaintips: () => [{ height: height(), hash: 'aa', branchlen: 0, status: 'active' }, invalid],
    getnettotals: () => ({ totalbytesrecv: 0, totalbytessent: 0 }),
    ...{ uptime: () => 1, getindexinfo: () => ({}), listwallets: () => [], listwalletdir: () => ({ wallets: [] }) },
    waitforblockheight: () => ({}),
  };
  const server = createServer(async (incoming, outgoing) => {
    const calls = [(await json(incoming)) as Call | Call[]].flat();
    const called = (name: string) => calls.find(({ method }) => method === name);
    await advance(called('waitforblockheight')?.params[1] ?? 1);
    if (called('getchaintips') !== undefined) {
      readAt.push(Math.round(ms / 1000));
      await advance(Math.abs(tipsTakeMs));
      if (tipsTakeMs < 0) return outgoing.writeHead(500).end();
    }
    const given = calls.map(({ id, method }) => ({ id, result: answers[method]?.(), error: null }));
    outgoing.end(JSON.stringify(calls.length === 1 ? given[0] : given));
  });
  onTestFinished(() => closeServer(server));
  await monitorDaemon(
    {
      rpc: { host: '127.0.0.1', port: await listenHere(server), user: 'agent', password: 'secret' },
      stats: async () => ({ cpuPercent: null, memoryMiB: null }),
      ...{ onHealth: () => undefined, onSample: (sample) => samples.push(sample) },
      clock: { now: () => at + ms, elapsed: () => ms, sleep: advance },
      ...{ sampleIntervalSeconds: 30, watchLoop, answerMemory: new AnswerMemory(), log: listeningLog().log },
    },
    abort.signal,
  );
  return { readAt, samples };
}

test.each([
  ['with each sample of a daemon that is quick', 100, 119],
  ['once a minute where that takes 600 ms', 600, 60],
  ['every 16 minutes where that fails after 10 s, and samples go on', -10_000, 4],
])('the chain tips are read %s: at most a hundredth of the time', async (_what, tipsTakeMs, times) => {
  const { readAt, samples } = await monitor({ tipsTakeMs });
  expect(Math.abs(readAt.length - times)).toBeLessThanOrEqual(2);
  expect((readAt.length - 1) * Math.abs(tipsTakeMs)).toBeLessThanOrEqual(36_000);
  expect(samples.length).toBeGreaterThan(110);
  // Between two readings, the last one counts.
  const branches =
    tipsTakeMs < 0 ? null : [{ height: 8, hash: 'bb', branchLength: 2, status: 'invalid', chainWork: null }];
  expect(samples.every((sample) => JSON.stringify(sample.branches) === JSON.stringify(branches))).toBe(true);
});

test('reads chain tips only once blocks stop arriving in initial block download', async () => {
  const { readAt, samples } = await monitor({ tipsTakeMs: 10, syncsUntilMs: 200_000, lastsMs: 300_000 });
  expect(samples.find(({ height }) => height > 150)).toMatchObject({ branches: null, chainTips: null });
  expect(readAt[0]).toBeGreaterThan(200);
  expect(readAt[0]).toBeLessThan(270);
  expect(samples.at(-1)?.chainTips).toHaveLength(2);
});
