import { givenUp, isUnderWay } from '../../node/move-tracker.ts';
import type { NewEvent } from '../../outbox/event.ts';
import type { MoveRecord, NodeRecord } from '../../runtime/node-record.ts';
import type { StepOutcome } from '../../runtime/runtime.ts';
import type { DockerStep } from '../step.ts';

export type MoveStep = Extract<DockerStep, { move: unknown }>;

export const isMoveStep = (step: DockerStep): step is MoveStep => 'move' in step;

/** What a finished step of a move changes in its node's record, and the event that reports it. Pure. */
export function moveOutcome(
  nodeId: string,
  step: MoveStep,
  move: MoveRecord | undefined,
  /** What a copy has; undefined where that is not known. */
  bytes?: number,
): StepOutcome {
  const { id, from, to } = step.move;
  const facts = { ...(move?.id === id ? move : {}), id, from, to, reason: move?.reason ?? null };
  const after = (state: MoveRecord['state'], change: Partial<NodeRecord> = {}): Partial<NodeRecord> => ({
    failure: null,
    move: { ...facts, state },
    ...change,
  });
  const event = (kind: string, message: string): NewEvent => ({
    ...{ level: 'info', kind, nodeId, message, data: { from, to, why: step.why } },
  });
  switch (step.kind) {
    case 'begin-move': {
      const change = after(step.state, { dataRoot: step.state === 'copying' ? from : to });
      return { change, event: event('node.move-begun', `Its data can be moved from ${from} to ${to}: ${step.why}.`) };
    }
    case 'copy-root': {
      const copied = bytes === undefined ? {} : { copiedBytes: bytes, totalBytes: bytes };
      const change = { move: { ...facts, ...copied, state: 'copied' as const, was: step.was }, failure: null };
      return { change, event: event('node.move-copied', `Copied all its data to ${to}: ${step.why}.`) };
    }
    case 'verify-root': {
      const change = after('switched', { dataRoot: to, cause: `its data is in ${to} now` });
      return { change, event: event('node.move-verified', `Compared the copy in ${to} with its data: ${step.why}.`) };
    }
    case 'prove-root':
      return {
        change: after('answered'),
        event: event('node.move-answered', `The daemon has answered from ${to}: ${step.why}.`),
      };
    case 'remove-copy': {
      const isMoved = step.dataRoot === from;
      const change = after(isMoved ? 'done' : 'failed');
      return isMoved
        ? { change, event: event('node.moved', `Its data was moved to ${to}; removed the old copy in ${from}.`) }
        : { change, event: event('node.move-undone', `Removed the copy in ${to}: ${step.why}.`) };
    }
  }
}

/** The same for a step that found that the move cannot be. Pure. */
export function moveRefused(nodeId: string, step: MoveStep, move: MoveRecord | undefined, reason: string): StepOutcome {
  if (isUnderWay(move)) {
    const { change, event } = givenUp(nodeId, move, reason);
    return { change, event };
  }
  const { id, from, to } = step.move;
  return {
    change: { move: { id, from, to, reason, state: 'failed' }, failure: null },
    event: {
      ...{ level: 'warning', kind: 'node.move-refused', nodeId },
      message: `Its data cannot be moved to the data root ${to}: ${reason}. Nothing was changed.`,
      data: { from, to, reason },
    },
  };
}
