import { defaultDataRoot } from '../../../contract/names.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import { isUnderWay } from '../../node/move-tracker.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { isUp } from '../../runtime/workload.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { ObservedNode } from '../observe.ts';
import { type DockerPlan, type DockerStep, planOf, planStop } from '../steps.ts';
import type { MoveAct } from './move-step.ts';

type Seen = Pick<ObservedNode, 'dataRoot' | 'volumes'>;

export interface MovePlanInput {
  main: ObservedContainer | undefined;
  desired: Pick<DesiredNode, 'move'>;
  observed: Seen;
  record: Readonly<Pick<NodeRecord, 'move' | 'seed' | 'suspension' | 'tip'>>;
  /** Whether the present container is made as it should be. */
  isCurrent: boolean;
}

/**
 * Plans how the data of a node comes to another data root: the daemon is stopped, its data copied and compared, a container made on the copy,
 * and the old copy removed only when the daemon has answered from the new one; what fails goes back to the old one. Null where the node is
 * planned as every other now. Pure.
 */
export function planMove({ main, desired, observed, record, isCurrent }: MovePlanInput): DockerPlan | null {
  const { move } = record;
  if (!isUnderWay(move)) return beginMove(desired.move ?? null, observed, record);
  const act: MoveAct = { id: move.id, from: move.from, to: move.to };
  const up = main !== undefined && isUp(main);
  switch (move.state) {
    case 'copying':
    case 'copied': {
      const why = `its chain data is moved to the data root ${move.to}`;
      if (main !== undefined && up) return planOf(...planStop(main, why));
      const was = main?.startedAt ?? null;
      return move.state === 'copying'
        ? planOf({ kind: 'copy-root', move: act, was, why })
        : planOf({ kind: 'verify-root', move: act, why: 'nothing is started on a copy that differs' });
    }
    case 'switched':
      if (main === undefined || !up || !isCurrent) return null;
      return planOf({ kind: 'prove-root', move: act, containerId: main.id, why: 'the old copy stays until then' });
    case 'answered': {
      const why = `the daemon has answered from ${move.to}`;
      return planOf({ kind: 'remove-copy', move: act, dataRoot: move.from, why });
    }
    case 'returning':
      return endReturn(act, main, record, isCurrent);
  }
}

/** The copy that is not to be used takes a while to remove: the daemon starts before that, unless it may not. */
function endReturn(
  act: MoveAct,
  main: ObservedContainer | undefined,
  { suspension }: Pick<NodeRecord, 'suspension'>,
  isCurrent: boolean,
): DockerPlan | null {
  const isOnCopy = main !== undefined && (main.dataRoot ?? defaultDataRoot) === act.to;
  const isBack = main !== undefined && isUp(main) && isCurrent;
  if (isOnCopy || !(isBack || suspension)) return null;
  return planOf({ kind: 'remove-copy', move: act, dataRoot: act.to, why: `its data stays in ${act.from}` });
}

function beginMove(
  asked: NonNullable<DesiredNode['move']> | null,
  { dataRoot, volumes }: Seen,
  { move, seed }: Pick<NodeRecord, 'move' | 'seed'>,
): DockerPlan | null {
  if (asked === null || move?.id === asked.id) return null;
  // Its data is not its own yet.
  if (seed !== undefined && seed.state !== 'done') return null;
  const { id, to } = asked;
  if (dataRoot !== to) {
    if (volumes.length === 0) return null;
    return planOf({ kind: 'begin-move', move: { id, from: dataRoot, to }, state: 'copying', why: moveWasAsked });
  }
  // An agent that lost its store: the daemon is on the new copy, or the move has ended.
  const old = volumes.find((volume) => volume.dataRoot !== to);
  const from = old?.dataRoot ?? to;
  const state = old === undefined ? 'done' : 'switched';
  return planOf({ kind: 'begin-move', move: { id, from, to }, state, why: moveWasAsked });
}

const moveWasAsked = 'a move to another data root was asked for';

/** The copy of a node that is deleted with its data kept which is to go: the one that is not its data; null where there is none. Pure. */
export function needlessCopy({ move }: Pick<NodeRecord, 'move'>, why: string): DockerStep | null {
  if (!isUnderWay(move)) return null;
  const { id, from, to, state } = move;
  // Whether the daemon has written to the new one is not known: both are kept.
  if (state === 'switched') return null;
  return { kind: 'remove-copy', move: { id, from, to }, dataRoot: state === 'answered' ? from : to, why };
}
