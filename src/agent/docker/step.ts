import type { ReindexKind } from '../../bitcoin/reindex.ts';
import type { Plan, Step, StepDescription } from '../runtime/plan.ts';

/** A rebuild of the chain data that was asked for. */
export interface ReindexAct {
  id: string;
  kind: ReindexKind;
}

/** A move of a node's data from one data root to another that was asked for. */
export interface MoveAct {
  id: string;
  from: string;
  to: string;
}

/** One act of the Docker runtime. Steps are stored while they run: agents of later versions read them, so keep their fields. */
export type DockerStep = Step &
  (
    | { kind: 'pull-image'; reference: string }
    | { kind: 'create-volume' }
    | { kind: 'create-container' }
    | { kind: 'start-container'; containerId: string; was: string | null }
    | { kind: 'stop-container'; containerId: string; cause: string | null }
    | { kind: 'unpause-container'; containerId: string }
    | { kind: 'remove-container'; containerId: string; cause: string | null }
    | { kind: 'remove-data' }
    | { kind: 'start-reindex'; containerId: string; was: string | null; act: ReindexAct; attempt: number }
    | { kind: 'settle-reindex'; containerId: string; startedAt: string | null; act: ReindexAct | null; attempt: number }
    | { kind: 'reserve-source'; from: string }
    | { kind: 'copy-data'; from: string }
    | { kind: 'verify-data'; from: string }
    | { kind: 'begin-move'; move: MoveAct; state: 'copying' | 'switched' | 'done' }
    | { kind: 'copy-root'; move: MoveAct; was: string | null }
    | { kind: 'verify-root'; move: MoveAct }
    | { kind: 'prove-root'; move: MoveAct; containerId: string }
    | { kind: 'remove-copy'; move: MoveAct; dataRoot: string }
  );

export type DockerPlan = Plan<DockerStep>;

const actions: Record<DockerStep['kind'], string> = {
  'pull-image': 'pull the image',
  'create-volume': 'create the volume',
  'create-container': 'create the container',
  'start-container': 'start the daemon',
  'stop-container': 'stop the daemon',
  'unpause-container': 'unpause the container',
  'remove-container': 'remove the container',
  'remove-data': 'remove the chain data',
  'start-reindex': 'start the daemon once so that it rebuilds its chain data',
  'settle-reindex': 'wait until the rebuild has begun',
  'reserve-source': 'ask for the chain data of another node',
  'copy-data': 'copy the chain data',
  'verify-data': 'prove the copied chain data',
  'begin-move': 'look whether its data can be moved',
  'copy-root': 'copy all its data to the other data root',
  'verify-root': 'compare the copy with the data',
  'prove-root': 'wait until the daemon has answered from the copy',
  'remove-copy': 'remove the copy that is not used any more',
};

const effects: Partial<Record<DockerStep['kind'], StepDescription['effect']>> = {
  'pull-image': 'pull',
  'create-container': 'create',
  'start-container': 'start',
  'start-reindex': 'start',
  'stop-container': 'stop',
  'copy-data': 'copy',
  'copy-root': 'copy',
};

export const describeStep = (step: DockerStep): StepDescription => ({
  action: step.kind === 'pull-image' ? `${actions[step.kind]} ${step.reference}` : actions[step.kind],
  effect: effects[step.kind] ?? 'other',
  workloadId: 'containerId' in step ? step.containerId : null,
  ...(step.kind === 'copy-root' ? { moveId: step.move.id } : {}),
});
