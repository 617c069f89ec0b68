import { errorMessage } from '../text/error-message.ts';
import { ownVersion } from '../version.ts';
import type { DesiredEntry, DesiredNode } from './desired/desired-entry.ts';
import { DesiredState } from './desired/desired-state.ts';
import { DockerObserver, type DockerObserverOptions } from './docker/docker-observer.ts';
import { EngineClient } from './docker/engine/engine-client.ts';
import { loadNodeRecord } from './node/record-table.ts';
import { trackTakenBack, whatRuns } from './node/take-back/what-runs.ts';
import { trackNode } from './node/track-node.ts';
import { copyUnderWay } from './reconcile/data-holds.ts';
import { type NodeRecord, newNodeRecord } from './runtime/node-record.ts';
import type { NodeObserver } from './runtime/runtime.ts';
import { type EngineSettings, engineEndpoint } from './settings/engine-endpoint.ts';
import { openStore, type Store } from './store/database.ts';
import { Installation } from './store/installation.ts';
import type { RehearsalReport } from './upgrade/rehearsal-report.ts';

export interface RehearsalDeps {
  settings: DockerObserverOptions['settings'] & EngineSettings;
  now: number;
  signal: AbortSignal;
}

/**
 * Plans for every node as this version would, from a copy of the store in the folder `store` and from what the engine shows, and carries
 * nothing out. The copy is migrated to this version. Throws what opening the store throws.
 */
export async function rehearse(store: string, { settings, now, signal }: RehearsalDeps): Promise<RehearsalReport> {
  const database = openStore(store);
  try {
    const installation = new Installation(database);
    const { executorId, instanceId } = installation;
    const desired = new DesiredState(database, installation);
    const version = ownVersion();
    if (executorId === undefined) return { version, nodes: [] };
    const client = new EngineClient(engineEndpoint(settings), signal, { isReadOnly: true });
    const observer = new DockerObserver({ client, database, executorId, instanceId, settings });
    const nodes: RehearsalReport['nodes'] = [];
    for (const entry of desired.all().filter(isActedOn)) {
      const { id, name } = entry.node;
      const planned = await planNode(entry.node, { observer, database, desired, now }).then(
        (steps) => ({ steps, error: null }),
        (error: unknown) => ({ steps: [], error: errorMessage(error) }),
      );
      nodes.push({ id, name, ...planned });
    }
    return { version, nodes };
  } finally {
    database.close();
  }
}

/** An orphaned node is left alone. One that is to be deleted is not looked into: that would take a container of its own. */
const isActedOn = ({ node, orphaned }: DesiredEntry): boolean => !orphaned && node.desiredState !== 'deleted';

interface PlanContext {
  observer: NodeObserver;
  database: Store;
  desired: DesiredState;
  now: number;
}

/** Does what the reconciler does until its first step, in memory. Throws RuntimeError. */
async function planNode(
  asked: DesiredNode,
  { observer, database, desired, now }: PlanContext,
): Promise<RehearsalReport['nodes'][number]['steps']> {
  const recorded = loadNodeRecord(database, asked.id) ?? newNodeRecord(now);
  const tracked: NodeRecord = { ...recorded, ...trackTakenBack(asked, recorded) };
  const runs = whatRuns(asked, tracked);
  const wanted: DesiredNode =
    copyUnderWay({ desired, database }, asked.id) === undefined ? runs : { ...runs, desiredState: 'stopped' };
  const observed = await observer.observe(wanted);
  const record: NodeRecord = { ...tracked, ...trackNode(wanted, tracked, observed, tracked.suspension).change };
  const { plan } = observer.snapshot({ desired: wanted, observed, record, hasLease: true });
  return plan.steps.map((step) => ({ action: observer.describeStep(step).action, why: step.why }));
}
