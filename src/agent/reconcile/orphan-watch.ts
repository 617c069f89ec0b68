import { errorMessage } from '../../text/error-message.ts';
import { Notify } from '../../timing/notify.ts';
import { loop } from '../loops/watched-loops.ts';
import { rehearsingNodes } from '../node/record-store.ts';
import type { Orphan } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { installationIn } from '../store/installation.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

/** What wakes it, such as a deployment, needs the engine more. */
const debounceMs = 1000;

/** `kept`: its node was deleted with its chain data kept. */
export type ReportedOrphan = Orphan & { kept: boolean };

export type OrphanWatch = ReturnType<typeof orphanWatch>;

/** Lists this executor's nodes on this host that are neither desired nor deleted. Reports them, and touches none. */
export function orphanWatch({
  runtime,
  desired,
  lease,
  database,
  settings,
  clock,
  log,
  watchLoop,
  onStatusChange,
}: ReconcileDeps) {
  const due = new Notify(clock);
  const installation = installationIn(database);
  let found: Orphan[] = [];
  /** Why leftovers could not be removed the last time, so that each reason is logged once. */
  let sweepFault = '';

  /** Removes what rehearsals have left. Their nodes, and the list of orphans, do not depend on it. */
  const sweep = async (signal: AbortSignal): Promise<void> => {
    const isRehearsing = (nodeId: string) =>
      desired.get(nodeId)?.orphaned === false && rehearsingNodes(database).includes(nodeId);
    try {
      await runtime.sweepRehearsals(isRehearsing, lease.isHeld);
      sweepFault = '';
    } catch (error) {
      const fault = errorMessage(error);
      // An engine that is away is reported elsewhere.
      const isStuck = error instanceof RuntimeError && error.fault === 'refused' && !signal.aborted;
      if (isStuck && fault !== sweepFault) log.warn(`cannot remove what a rehearsal has left: ${fault}; retrying`);
      sweepFault = fault;
    }
  };

  const refresh = async (): Promise<void> => {
    const desiredIds = desired.all().flatMap(({ node, orphaned }) => (orphaned ? [] : [node.id]));
    const listedIds = [...desiredIds, ...desired.unsupported.map(({ id }) => id)];
    const orphans = await runtime.orphans(new Set(listedIds));
    const { keptNodes } = installation;
    const knownIds = new Set(found.map(({ nodeId }) => nodeId));
    for (const { nodeId, name } of orphans.filter((orphan) => !knownIds.has(orphan.nodeId))) {
      if (keptNodes.includes(nodeId)) log.info({ nodeId, node: name }, 'kept chain data of deleted node as requested');
      else log.warn({ nodeId, node: name }, 'ignored orphaned node: neither desired nor marked for deletion');
    }
    const former = found;
    found = orphans;
    if (JSON.stringify(orphans) !== JSON.stringify(former)) onStatusChange();
    const gone = knownIds.difference(new Set(orphans.map(({ nodeId }) => nodeId)));
    if (gone.size > 0) installation.keptNodes = keptNodes.filter((nodeId) => !gone.has(nodeId));
  };

  return {
    get orphans(): ReportedOrphan[] {
      const { keptNodes } = installation;
      return found.map((orphan) => ({ ...orphan, kept: keptNodes.includes(orphan.nodeId) }));
    },
    wake: () => due.notify(),
    async run(signal: AbortSignal): Promise<void> {
      using pulse = watchLoop('orphans');
      const rest = async (ms: number) => {
        if (await due.wait(ms, signal)) await clock.sleep(debounceMs, signal);
      };
      await loop({ pulse, signal, rest }, async () => {
        try {
          // It makes an engine call for each of them, and each call has its own timeout.
          pulse.away();
          await sweep(signal);
          await refresh();
        } catch (error) {
          if (!signal.aborted) log.debug({ err: error }, 'cannot list orphaned nodes; retrying');
        }
        return settings.reconcileIntervalSeconds * 1000;
      });
    },
  };
}
