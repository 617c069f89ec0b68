import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
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
const answers: Record<string, unknown> = {
  getblockchaininfo: {
    ...{ chain: 'regtest', blocks: 7, headers: 7, bestblockhash: hash, difficulty: 1, time: 1, mediantime: 1 },
    ...{ verificationprogress: 1, initialblockdownload: false, chainwork: '0'.repeat(64), size_on_disk: 1 },
    ...{ pruned: false, warnings: [] },
  },
  getnetworkinfo: {
    connections: 1,
    connections_in: 0,
    connections_out: 1,
    timeoffset: 0,
    subversion: '/Satoshi:31.0.0/',
  },
  getmempoolinfo: { size: 0, bytes: 0, usage: 0, maxmempool: 1, mempoolminfee: 0.1 },
  uptime: 20_001_724,
  getindexinfo: {},
  getnettotals: { totalbytesrecv: 0, totalbytessent: 0 },
  listwalletdir: { wallets: [] },
  listwallets: [],
  getchaintips: [{ height: 7, hash, branchlen: 0, status: 'active' }],
  waitforblockheight: { hash, height: 7 },
};

/** A daemon at height 7 that answers every call with `status.code`. */
async function daemonWith(status: { code: number }, startedAt: string | null = null) {
  const server = createServer(async (incoming, outgoing) => {
    type Call = { id: number; method: string };
    const asked = JSON.parse(await text(incoming)) as Call | Call[];
    if (status.code !== 200) return outgoing.writeHead(status.code).end('Work queue depth exceeded');
    const answer = ({ id, method }: Call) => ({ id, result: answers[method] ?? null, error: null });
    outgoing.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
  });
  onTestFinished(() => closeServer(server));
  const healths: NodeHealth[] = [];
  const samples: NodeSample[] = [];
  const abort = new AbortController();
  const options = {
    clock: hastyClock(100),
    sampleIntervalSeconds: 30,
    watchLoop,
    answerMemory: new AnswerMemory(),
    log: listeningLog().log,
    startedAt,
  };
  const ended = monitorDaemon(
    {
      ...{ rpc: { host: '127.0.0.1', port: await listenHere(server), user: 'u', password: 'p' }, ...options },
      stats: async () => ({ cpuPercent: null, memoryMiB: null }),
      onHealth: (health) => healths.push(health),
      onSample: (sample) => samples.push(sample),
    },
    abort.signal,
  );
  onTestFinished(async () => {
    abort.abort();
    await ended;
  });
  return { healths, samples };
}

const busyOf = (health: NodeHealth | undefined) =>
  health === undefined || health.state === 'starting' ? undefined : health.view?.busy;

test.each([
  [503, /queue is full: raise rpcworkqueue/],
  [401, /refuses calls of the agent/],
])('a running daemon that answers HTTP %i stays running, and says why', async (code, reason) => {
  const status = { code: 200 };
  const { healths } = await daemonWith(status);
  await until('it runs', () => healths.at(-1)?.state === 'running');
  status.code = code;
  await until('it is busy', () => busyOf(healths.at(-1)) != null);
  expect(busyOf(healths.at(-1))?.reason).toMatch(reason);
  expect(healths.filter(({ state }) => state === 'starting')).toEqual([]);
});

test('a daemon that has never answered is starting, whatever it refuses', async () => {
  const { healths } = await daemonWith({ code: 503 });
  await until('it is reported', () => healths.length > 1);
  expect(new Set(healths.map(({ state }) => state))).toEqual(new Set(['starting']));
});

test('the uptime is that of the run, whatever the daemon’s clock says', async () => {
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  const { samples } = await daemonWith({ code: 200 }, startedAt);
  await until('it is sampled', () => samples.length > 0);
  expect(samples[0]?.uptimeSeconds).toBeGreaterThanOrEqual(3600);
  expect(samples[0]?.uptimeSeconds).toBeLessThan(7200);
});
