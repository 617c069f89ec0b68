import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { eq } from '../../src/control-plane/platform/database/database.ts';
import { agentRequest } from '../../src/control-plane/tables/agent-requests.ts';
import type { TestExecutor } from './executor.ts';

const everyMs = 200;

const times = Array.from({ length: 60 }, (_, index) => new Date(Date.now() - (60 - index) * 600_000).toISOString());
const running = [
  'Bitcoin Core version v28.1.0 (release build)',
  'Using data directory /data/signet',
  'Loaded 8 addresses from "anchors.dat"',
  ...times.map((at, index) => {
    const height = 224_058 + index;
    return `${at.slice(0, 19)}Z UpdateTip: new best=${`${height}`.padStart(64, '0')} height=${height} version=0x20000000 tx=${9_812_400 + index * 31} progress=1.000000 cache=41.2MiB(302145txo)`;
  }),
];
const failing = [
  'Bitcoin Core version v28.1.0 (release build)',
  'Using data directory /data/signet',
  'Binding RPC on address 0.0.0.0 port 38332',
  'Error: Unable to bind to 0.0.0.0:38333 on this computer. bitcoind is probably already running.',
  'Shutdown: done',
];
const explanation = {
  desired: ['bitcoind 28.1 on signet, full', '2 cores, 2048 MiB memory, 60 GiB disk', 'running'],
  observed: ['container bitcoin/bitcoin:28.1, running', 'configuration of revision 1', 'bitcoind answers RPC'],
  steps: [],
  waitingFor: null,
};

interface AnsweringAgent {
  executor: TestExecutor;
  database: Database;
  failingId: string | undefined;
  signal: AbortSignal;
}

/** Answers requests for logs and explanations like an agent does, without heartbeats. */
export async function answerRequests({ executor, database, failingId, signal }: AnsweringAgent): Promise<void> {
  const answered = new Set<string>();
  while (!signal.aborted) {
    const rows = await database
      .select({ id: agentRequest.id, kind: agentRequest.kind, nodeId: agentRequest.nodeId })
      .from(agentRequest)
      .where(eq(agentRequest.status, 'pending'));
    for (const { id, kind, nodeId } of rows.filter((each) => !answered.has(each.id))) {
      answered.add(id);
      if (kind === 'explain') await executor.answer(id, { result: { explain: explanation } });
      if (kind === 'follow_log')
        await executor.answer(id, { chunk: { sequence: 0, lines: nodeId === failingId ? failing : running } });
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
