import { expect } from 'vitest';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/until.ts';
import type { UpgradeMachine } from './upgrade-machine.ts';

/** What the store of an agent holds that no switch may lose or change. */
export interface StoreContents {
  /** The revision that each node is asked to have, by its id. */
  desired: Record<string, { revision: number; isOrphaned: boolean }>;
  /** What each node's record says that only another act of the node may change, by its id. */
  records: Record<string, { recentExits?: object[] }>;
  /** The ids of the deleted nodes whose data is kept. */
  kept: string[];
  /** The ids of what waits to be sent, the oldest first. */
  unsent: { events: string[]; samples: string[] };
  /** The requests for upgrades that ended, and how. */
  upgrades: { targetVersion: string; state: string }[];
}

const reading = `
const { DatabaseSync } = require('node:sqlite');
const { existsSync, readFileSync } = require('node:fs');
const store = new DatabaseSync('/var/lib/satrap/agent.db', { readOnly: true });
const all = (query) => store.prepare(query).all();
const byNode = (table, of) => Object.fromEntries(
  all('SELECT * FROM ' + table).map((row) => [row.node_id, of(JSON.parse(row.document), row)]));
const outbox = all('SELECT id, sample FROM outbox ORDER BY sequence');
const idsOf = (sample) => outbox.filter((row) => row.sample === sample).map(({ id }) => id);
const journal = '/var/lib/satrap/upgrade/journal.json';
const ended = existsSync(journal) ? JSON.parse(readFileSync(journal, 'utf8')).ended : [];
console.log(JSON.stringify({
  desired: byNode('desired_node', ({ revision }, { vanished }) => ({ revision, isOrphaned: vanished !== 0 })),
  records: byNode('node_memory', ({ ports, agentRpc, applied, appliedRevision, restart, volumeMade, recentExits }) =>
    ({ ports, agentRpc, applied, appliedRevision, restart, volumeMade, recentExits })),
  kept: JSON.parse(all("SELECT value FROM identity WHERE key = 'kept_data'")[0]?.value ?? '[]'),
  unsent: { events: idsOf(0), samples: idsOf(1) },
  upgrades: ended.map(({ targetVersion, state }) => ({ targetVersion, state })),
}));`;

/** Reads the store of the machine's agent as its user, beside it. */
export const readStore = async ({ box }: UpgradeMachine): Promise<StoreContents> =>
  JSON.parse(await box.do('runuser -u satrap -- /opt/satrap/current/bin/node --no-warnings -', reading));

/** Expects that a store lost and changed nothing of what it, or another version's store, held before. */
export function expectKept(before: StoreContents, after: StoreContents): void {
  const { desired, records, kept } = before;
  expect(after).toMatchObject({ desired, records, kept });
  expect(after.unsent.events.slice(0, before.unsent.events.length)).toEqual(before.unsent.events);
  expect(after.unsent.samples.slice(0, before.unsent.samples.length)).toEqual(before.unsent.samples);
  expect(after.upgrades.slice(0, before.upgrades.length)).toEqual(before.upgrades);
}

/** Makes a node that loses its data. */
async function loseNode({ box, nodes }: UpgradeMachine): Promise<void> {
  const { id } = await nodes.run('lost');
  // Without the agent, which would make the container again between the two.
  await box.do('systemctl stop satrap-agent');
  await box.do(`docker rm -f satrap-${id} && docker volume rm satrap-${id}`);
  await box.do('systemctl start satrap-agent');
  await nodes.untilPhase(id, 'failing');
}

/**
 * Uses the machine for a while: its node's daemon crashed once, another node is stopped, one is deleted with its data kept, and in the soak one lost
 * its data. From then on, the control plane accepts no events, until the machine's `api` is healed.
 */
export async function fillStore(machine: UpgradeMachine): Promise<StoreContents> {
  const { api, box, nodes, nodeId } = machine;
  const overrides = [{ key: 'dbcache', value: '77' }];
  const stopped = await nodes.create('stopped', { desiredState: 'stopped', overrides });
  const kept = await nodes.create('kept');
  await nodes.untilEvent('kept', 'node.started');
  if (isSoak()) await loseNode(machine);
  await nodes.remove(kept.id, 'keep');
  await nodes.untilPhase(stopped.id, 'stopped');
  const unavailable = { status: 503, type: 'text/plain', body: 'not now' };
  api.break({ kind: 'answer', ...unavailable, operation: 'ReportRuntimeEvents' });
  await box.do(`kill -KILL $(docker inspect -f '{{.State.Pid}}' satrap-${nodeId})`);
  const waits = async () => {
    const { unsent, records } = await readStore(machine);
    return unsent.events.length >= 2 && unsent.samples.length >= 3 && records[nodeId]?.recentExits?.length === 1;
  };
  await until('what is told waits', waits, 120_000, 2000);
  await nodes.untilPhase(nodeId, 'running');
  return readStore(machine);
}
