import { type ReindexKind, reindexLines } from '../../../bitcoin/reindex.ts';
import { hasStarted, startedRecord, writeNodeConfig } from '../daemon-start.ts';
import { restartPolicies, setRestartPolicy, startContainer } from '../engine/containers.ts';
import type { Found, StepKind } from '../step-kind.ts';

/** A requested reindex. */
export interface ReindexAct {
  id: string;
  kind: ReindexKind;
}

interface StartReindex {
  containerId: string;
  was: string | null;
  act: ReindexAct;
  attempt: number;
}

/** Starts the daemon with an option that it must see in one start only: it would begin again with every start. */
export const startReindex: StepKind<'start-reindex', StartReindex, Found | undefined> = {
  kind: 'start-reindex',
  texts: () => ['start the daemon once with the reindex option', 'Started the daemon once with the reindex option'],
  event: 'node.reindex_started',
  effect: 'start',
  async apply({ containerId, act }, run) {
    // Before the option is set anywhere: the engine must not start the daemon with it a second time.
    await setRestartPolicy(run.client, containerId, restartPolicies.reindexing);
    const found = await writeNodeConfig(containerId, run, reindexLines(act.kind));
    await startContainer(run.client, containerId);
    return found;
  },
  isDone: ({ was }, { container }) => hasStarted(container, was),
  finish: ({ act: { id }, attempt: attempts }, found, { snapshot }) => ({
    found,
    change: {
      ...startedRecord(snapshot),
      operations: { reindex: { id, stage: 'starting', attempts, startedAt: null, reason: null } },
    },
  }),
};
