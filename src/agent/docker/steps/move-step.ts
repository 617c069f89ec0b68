import { errorMessage } from '../../../text/error-message.ts';
import { givenUp, isUnderWay } from '../../node/operations/move.ts';
import type { MoveRecord, NodeRecord } from '../../runtime/node-record.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { DockerSnapshot } from '../observe.ts';
import type { Finished, Found, StepData, StepKind } from '../step-kind.ts';

/** A requested move of a node's data between data roots. */
export interface MoveAct {
  id: string;
  from: string;
  to: string;
}

export interface Moving {
  move: MoveAct;
}

interface Refusal {
  refused: string;
}

interface MoveStep<K extends string, D>
  extends Omit<StepKind<K, Moving & D, Found | undefined>, 'finish' | 'operationOf'> {
  /** Returns what the step changes in the node's record. */
  becomes(step: StepData<K, Moving & D>, snapshot: DockerSnapshot, found: Found | undefined): Partial<NodeRecord>;
}

/** A step that may refuse the move as its result. It throws RuntimeError for transient failures. */
export const moveStep = <K extends string, D = unknown>({
  becomes,
  ...kind
}: MoveStep<K, D>): StepKind<K, Moving & D, Found | Refusal | undefined> => ({
  ...kind,
  operationOf: ({ move }) => move.id,
  async apply(step, run) {
    try {
      return await kind.apply(step, run);
    } catch (error) {
      const mayPass = error instanceof RuntimeError && error.fault !== 'refused';
      if (run.signal.aborted || mayPass) throw error;
      return { refused: errorMessage(error) };
    }
  },
  finish(step, result, { snapshot }) {
    if (result && 'refused' in result) return refusedMove(step.move, snapshot, result.refused);
    const { from, to } = step.move;
    return { change: becomes(step, snapshot, result), event: { data: { from, to } }, found: result };
  },
});

export const moveAt = (
  { id, from, to }: MoveAct,
  { operations: { move } }: Pick<DockerSnapshot, 'operations'>,
  stage: MoveRecord['stage'],
): MoveRecord => ({ reason: null, startedAt: null, ...(move?.id === id ? move : {}), id, from, to, stage });

function refusedMove(
  { id, from, to }: MoveAct,
  { desired, operations: { move } }: DockerSnapshot,
  reason: string,
): Finished {
  const data = { from, to, reason };
  if (isUnderWay(move)) {
    const { change, event } = givenUp(desired.id, move, reason);
    return { change, event: { ...event, data } };
  }
  const message = `Cannot move the chain data to data root ${to}. Nothing was changed.`;
  return {
    change: { operations: { move: { id, from, to, reason, startedAt: null, stage: 'failed' } } },
    event: { kind: 'node.move_refused', message, data },
  };
}
