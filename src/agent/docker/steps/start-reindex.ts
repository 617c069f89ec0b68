import { type ReindexKind, reindexLines } from '../../../bitcoin/reindex.ts';
import { hasStarted, startedRecord, writeNodeConfig } from '../daemon-start.ts';
import { startContainer } from '../engine/containers.ts';
import { setRestartPolicy } from '../engine/restart-policy.ts';
import type { StepKind } from '../step-kind.ts';

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

export const startReindex: StepKind<'start-reindex', StartReindex> = {
  kind: 'start-reindex',
  action: () => 'start the daemon once with the reindex option',
  done: () => 'Started the daemon once with the reindex option',
  event: 'node.reindex-started',
  effect: 'start',
  async apply({ containerId, act }, run) {
    // Before the option is set anywhere: the engine must not start the daemon with it a second time.
    await setRestartPolicy(run.client, containerId, 'byNobody');
    await writeNodeConfig(containerId, run, reindexLines(act.kind));
    await startContainer(run.client, containerId);
  },
  isDone: ({ was }, { container }) => hasStarted(container, was),
  finish: ({ act: { id }, attempt: attempts }, _, { snapshot: { desired } }) => ({
    change: {
      ...startedRecord(desired),
      operations: { reindex: { id, stage: 'starting', attempts, startedAt: null, reason: null } },
    },
  }),
};
