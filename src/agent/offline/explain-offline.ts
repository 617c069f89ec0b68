import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DesiredState } from '../desired/desired-state.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import { explainNode, type NodeExplanation } from '../reconcile/explain.ts';
import { activeSeed } from '../reconcile/seed-coordination.ts';
import { openStoreAsOwner } from '../store/database.ts';
import { readHostSettings } from '../store/host-settings.ts';
import { installationIn } from '../store/installation.ts';
import { hostRuntime } from './host-runtime.ts';

/** Explains a node while no agent runs; undefined for an unknown node. Throws RuntimeError. */
export async function explainOffline(dataDir: string, nameOrId: string): Promise<NodeExplanation | undefined> {
  if (!existsSync(join(dataDir, 'agent.db'))) return undefined;
  using database = openStoreAsOwner(dataDir);
  const installation = installationIn(database);
  const { executorId, instanceId } = installation;
  const settings = readHostSettings(database);
  const desired = new DesiredState(database, installation);
  const entry = desired.find(nameOrId);
  const record = entry === undefined ? undefined : loadNodeRecord(database, entry.node.id);
  if (entry === undefined || record === undefined || settings === undefined || executorId === undefined)
    return undefined;
  const observer = hostRuntime(settings).observer({ executorId, instanceId, database }, settings);
  const copy = activeSeed({ desired, database }, entry.node.id);
  const explanation = await explainNode(observer, entry, record, { copy, hasLease: false, nextTryAt: null });
  return { ...explanation, waitingFor: 'an agent to run with this data directory' };
}
