import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Outbox } from '../src/agent/outbox/outbox.ts';
import { openStore } from '../src/agent/store/database.ts';
import { sampleKind } from '../src/contract/events.ts';
import { systemClock } from '../src/timing/clock.ts';
import type { TestAgent } from '../test/harness/agent.ts';
import type { TestControlPlane } from '../test/harness/control-plane.ts';
import { sample } from '../test/harness/sample.ts';
import { until } from '../test/harness/until.ts';
import type { Artifact } from './artifact.ts';
import { type Figure, summarise } from './figures.ts';
import { startMixedHost } from './host.ts';
import { memoryPrefix } from './mixed-engine.ts';

const nodes = 20;
const outageMs = 86_400_000;
const sampleEveryMs = 30_000;
/** A daemon that fails and is restarted twice an hour reports three events each time. */
const eventEveryMs = 600_000;

/**
 * (outage) A control plane that was unavailable for a day: the events that an agent with 20 nodes has recorded
 * meanwhile, at its ordinary limit, are sent once it is back. The agent starts on a store that contains this day.
 */
export async function benchOutage(
  postgres: string,
  engineSocket: string,
  images: Record<string, string>,
  artifact: Artifact,
): Promise<Figure[]> {
  await using host = await startMixedHost(postgres, engineSocket, images, artifact, { heartbeatSeconds: 15 });
  const { controlPlane, agent, nodes: made } = host;
  const ids: string[] = [];
  for (let index = 0; index < nodes; index++) ids.push((await made.create(`${memoryPrefix}${index}`)).id);
  await until('they run', async () => {
    const { nodes: kept } = await agent.status();
    return kept.length === nodes && kept.every(({ phase }) => phase === 'running');
  });
  await until('nothing waits', async () => (await agent.status()).outbox.events === 0);
  await agent.stop();
  const recorded = recordDay(agent, ids);
  const began = performance.now();
  agent.start();
  const left = () => agent.status().catch(() => undefined);
  await until(
    'all is sent',
    async () => {
      const { outbox } = (await left()) ?? {};
      return outbox !== undefined && outbox.events + outbox.samples === 0;
    },
    20 * 60_000,
    100,
  );
  const seconds = (performance.now() - began) / 1000;
  const lost = recorded.length - (await storedEvents(controlPlane, recorded));
  const { dropped } = (await agent.status()).outbox;
  const figure = (what: string, unit: string, value: number, goal: string, met: boolean): Figure => ({
    ...{ what: `(outage) ${what}`, unit, ours: summarise([value]), peer: null, goal, met },
  });
  const samples = (nodes * outageMs) / sampleEveryMs;
  return [
    figure(`events lost of ${recorded.length}, beside ${samples} samples`, '', lost, '0', lost === 0),
    figure('start of the agent → outbox empty', 's', seconds, 'none is set', true),
    figure('samples dropped', '', dropped[sampleKind] ?? 0, '0', (dropped[sampleKind] ?? 0) === 0),
  ];
}

/** Records a day of all nodes up to now, and returns the ids of its events. */
function recordDay({ dataDir, name }: TestAgent, nodeIds: readonly string[]): string[] {
  const database = openStore(dataDir);
  const start = Date.now() - outageMs;
  let at = start;
  const clock = { ...systemClock, now: () => at };
  const outbox = new Outbox({ database, executorName: name, clock, maxEvents: 100_000 });
  const events: string[] = [];
  for (; at < start + outageMs; at += sampleEveryMs) {
    database.transaction(() => {
      for (const nodeId of nodeIds) {
        const data = sample(Math.floor((at - start) / 600_000), { at: new Date(at).toISOString() });
        outbox.record({ level: 'info', kind: sampleKind, nodeId, message: 'a sample', data });
        if ((at - start) % eventEveryMs !== 0) continue;
        const event = {
          level: 'warning',
          kind: 'node.exited',
          nodeId,
          message: 'The daemon exited unexpectedly.',
        } as const;
        events.push(outbox.record(event, randomUUID()));
      }
    });
  }
  database.close();
  return events;
}

async function storedEvents({ settings }: TestControlPlane, ids: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT count(*)::int AS stored FROM event WHERE id = ANY($1::uuid[])', [ids]);
    return rows[0].stored;
  } finally {
    await client.end();
  }
}
