import { errorMessage } from '../../text/error-message.ts';
import { ownVersion } from '../../version.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import { DesiredState } from '../desired/desired-state.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import { describePlan } from '../reconcile/explain.ts';
import { planPass } from '../reconcile/prepare-pass.ts';
import { activeSeed } from '../reconcile/seed-coordination.ts';
import { newNodeRecord } from '../runtime/node-record.ts';
import { openStore } from '../store/database.ts';
import type { HostSettings } from '../store/host-settings.ts';
import { installationIn } from '../store/installation.ts';
import type { RehearsalReport } from '../upgrade/rehearse-upgrade.ts';
import { hostRuntime } from './host-runtime.ts';

export interface RehearsalDeps {
  settings: HostSettings;
  now: number;
  signal: AbortSignal;
}

/** Plans every node as this version would, on a copy of the store in `store`. Changes nothing. */
export async function rehearse(store: string, { settings, now, signal }: RehearsalDeps): Promise<RehearsalReport> {
  using database = openStore(store);
  const installation = installationIn(database);
  const { executorId, instanceId } = installation;
  const desired = new DesiredState(database, installation);
  const version = ownVersion();
  if (executorId === undefined) return { version, nodes: [] };
  const host = hostRuntime(settings, { signal, isReadOnly: true });
  const observer = host.observer({ executorId, instanceId, database }, settings);
  const nodes: RehearsalReport['nodes'] = [];
  for (const { node: requested } of desired.all().filter(isActedOn)) {
    const { id, name } = requested;
    const record = loadNodeRecord(database, id) ?? newNodeRecord(now);
    const copy = activeSeed({ desired, database }, id);
    const planned = await planPass(observer, { requested, record, copy, hasLease: true }).then(
      ({ plan }) => ({ steps: describePlan(observer, plan), error: null }),
      (error: unknown) => ({ steps: [], error: errorMessage(error) }),
    );
    nodes.push({ id, name, ...planned });
  }
  return { version, nodes };
}

/** Skips orphaned nodes, and deleted ones, which would need a container of their own to inspect. */
const isActedOn = ({ node, orphaned }: DesiredEntry): boolean => !orphaned && node.desiredState !== 'deleted';
