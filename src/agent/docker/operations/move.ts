import { defaultDataRoot } from '../../../contract/names.ts';
import { desiredOperation } from '../../desired/desired-entry.ts';
import { isUnderWay } from '../../node/operations/move.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { isUp } from '../../runtime/workload.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { MoveAct } from '../steps/move-step.ts';
import { type DockerPlan, type DockerStep, planOf, planStop } from '../steps.ts';
import type { DockerOperation, OperationInput } from './operation.ts';

/**
 * Stops the daemon, copies and compares its data, and re-creates the container on the copy. The old copy is removed
 * only once the daemon has answered from the new one; a failure rolls back to the old copy.
 */
export const move: DockerOperation = { kind: 'move', plan: planMove };

function planMove(input: OperationInput): DockerPlan | null {
  const { main, record, isCurrent } = input;
  const { move: moved } = record.operations;
  if (!isUnderWay(moved)) return beginMove(input);
  const { id, from, to, stage } = moved;
  const act: MoveAct = { id, from, to };
  const up = main !== undefined && isUp(main);
  switch (stage) {
    case 'copying':
    case 'copied': {
      const why = `moving chain data to data root ${to}`;
      if (main !== undefined && up) return planOf(...planStop(main, why));
      const was = main?.startedAt ?? null;
      return stage === 'copying'
        ? planOf({ kind: 'copy-root', move: act, was, why })
        : planOf({ kind: 'verify-root', move: act, why: 'the copy must match before the daemon starts on it' });
    }
    case 'switched':
      if (main === undefined || !up || !isCurrent) return null;
      return planOf({ kind: 'prove-root', move: act, containerId: main.id, why: 'the old copy is kept until then' });
    case 'answered': {
      const why = `the daemon answered from ${to}`;
      return planOf({ kind: 'remove-copy', move: act, dataRoot: from, why });
    }
    case 'returning':
      return endReturn(act, main, record, isCurrent);
    default:
      return null;
  }
}

/** Removing an unused copy takes a while, so the daemon starts first where it may. */
function endReturn(
  act: MoveAct,
  main: ObservedContainer | undefined,
  { suspension }: Pick<NodeRecord, 'suspension'>,
  isCurrent: boolean,
): DockerPlan | null {
  const isOnCopy = main !== undefined && (main.dataRoot ?? defaultDataRoot) === act.to;
  const isBack = main !== undefined && isUp(main) && isCurrent;
  if (isOnCopy || !(isBack || suspension)) return null;
  return planOf({ kind: 'remove-copy', move: act, dataRoot: act.to, why: `the data stays in ${act.from}` });
}

function beginMove({ desired, observed: { dataRoot, volumes }, record }: OperationInput): DockerPlan | null {
  const asked = desiredOperation(desired, 'move');
  const { move: ended, seed } = record.operations;
  if (asked === undefined || ended?.id === asked.id) return null;
  // The copied data is not the node's own yet.
  if (seed !== undefined && seed.stage !== 'succeeded') return null;
  const { id } = asked;
  const { to } = asked.params;
  if (dataRoot !== to) {
    if (volumes.length === 0) return null;
    return planOf({ kind: 'begin-move', move: { id, from: dataRoot, to }, stage: 'copying', why: moveWasAsked });
  }
  // An agent that lost its store: either the daemon runs on the new copy, or the move is complete.
  const old = volumes.find((volume) => volume.dataRoot !== to);
  const from = old?.dataRoot ?? to;
  const stage = old === undefined ? 'succeeded' : 'switched';
  return planOf({ kind: 'begin-move', move: { id, from, to }, stage, why: moveWasAsked });
}

const moveWasAsked = 'a move to another data root was requested';

/** Returns the step that removes the unused copy of a node deleted with its data kept; null without such a copy. */
export function needlessCopy({ operations }: Pick<NodeRecord, 'operations'>, why: string): DockerStep | null {
  if (!isUnderWay(operations.move)) return null;
  const { id, from, to, stage } = operations.move;
  // The daemon may have written to the new copy, so both are kept.
  if (stage === 'switched') return null;
  return { kind: 'remove-copy', move: { id, from, to }, dataRoot: stage === 'answered' ? from : to, why };
}
