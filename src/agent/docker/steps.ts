import type { NewEvent } from '../outbox/event.ts';
import type { Plan, StepDescription, StepOutcome } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ObservedNode } from './observe.ts';
import type { StepKind, StepOf, StepRun } from './step-kind.ts';
import { beginMove } from './steps/begin-move.ts';
import { beginRehearsal } from './steps/begin-rehearsal.ts';
import { copyData } from './steps/copy-data.ts';
import { copyForRehearsal } from './steps/copy-for-rehearsal.ts';
import { copyRoot } from './steps/copy-root.ts';
import { createContainer } from './steps/create-container.ts';
import { createVolume } from './steps/create-volume.ts';
import { endRehearsal } from './steps/end-rehearsal.ts';
import { proveRoot } from './steps/prove-root.ts';
import { pullImage } from './steps/pull-image.ts';
import { rehearseVersion } from './steps/rehearse-version.ts';
import { removeContainer } from './steps/remove-container.ts';
import { removeCopy } from './steps/remove-copy.ts';
import { removeData } from './steps/remove-data.ts';
import { removeIndex } from './steps/remove-index.ts';
import { reserveSource } from './steps/reserve-source.ts';
import { setAsideFile } from './steps/set-aside-file.ts';
import { settleReindex } from './steps/settle-reindex.ts';
import { startContainer } from './steps/start-container.ts';
import { startReindex } from './steps/start-reindex.ts';
import { stopContainer } from './steps/stop-container.ts';
import { tryContainer } from './steps/try-container.ts';
import { unpauseContainer } from './steps/unpause-container.ts';
import { verifyData } from './steps/verify-data.ts';
import { verifyRoot } from './steps/verify-root.ts';

export const stepKinds = [
  pullImage,
  createVolume,
  tryContainer,
  createContainer,
  startContainer,
  stopContainer,
  unpauseContainer,
  removeContainer,
  removeData,
  setAsideFile,
  startReindex,
  settleReindex,
  removeIndex,
  reserveSource,
  copyData,
  verifyData,
  beginMove,
  copyRoot,
  verifyRoot,
  proveRoot,
  removeCopy,
  beginRehearsal,
  copyForRehearsal,
  rehearseVersion,
  endRehearsal,
];

export type DockerStep = StepOf<(typeof stepKinds)[number]>;

export type DockerPlan = Plan<DockerStep>;

export const planOf = (...steps: DockerStep[]): DockerPlan => ({ steps, blocked: null });

export const blockedBy = (blocked: string): DockerPlan => ({ steps: [], blocked });

/** A paused process cannot handle SIGTERM. */
export function planStop(
  { id: containerId, status }: Pick<ObservedContainer, 'id' | 'status'>,
  why: string,
  cause: string | null = why,
): DockerStep[] {
  const step: DockerStep = { kind: 'stop-container', containerId, why, cause };
  return status === 'paused' ? [{ kind: 'unpause-container', containerId, why }, step] : [step];
}

export function planRemoval(container: ObservedContainer, why: string, cause: string | null): DockerStep[] {
  const remove: DockerStep = { kind: 'remove-container', containerId: container.id, why, cause };
  return isUp(container) ? [...planStop(container, why, cause), remove] : [remove];
}

type AnyKind = StepKind<DockerStep['kind'], unknown, unknown>;

const kinds: ReadonlyMap<string, AnyKind> = new Map(stepKinds.map((kind) => [kind.kind, kind]));

/** Throws for a step unknown to this version. */
function kindOf({ kind }: DockerStep): AnyKind {
  const found = kinds.get(kind);
  if (found === undefined) throw new Error(`step unknown to this version of the agent: ${kind}`);
  return found;
}

/** Another version may have stored the step: an unknown one has no effect and is planned again. */
export const describeStep = (step: DockerStep): StepDescription => {
  const { texts, effect = 'other', operationOf } = kinds.get(step.kind) ?? {};
  const [action] = texts?.(step) ?? [step.kind];
  const operationId = operationOf?.(step);
  return { action, effect, workloadId: 'containerId' in step ? step.containerId : null, operationId };
};

/** Returns whether a step started by an earlier agent took effect. `specHash` is the hash desired at that time. */
export function isStepDone(step: DockerStep, specHash: string | null, observed: ObservedNode): boolean {
  const id = 'containerId' in step ? step.containerId : null;
  const container = observed.containers.find((candidate) => candidate.id === id);
  return kinds.get(step.kind)?.isDone?.(step, { ...observed, container, specHash }) ?? false;
}

export const applyStep = async (step: DockerStep, run: StepRun): Promise<unknown> => kindOf(step).apply(step, run);

/** Returns what a finished step leaves behind. The result is undefined if the agent was killed after the step. */
export async function finishStep(
  step: DockerStep,
  result: unknown,
  run: Pick<StepRun, 'client' | 'snapshot'>,
): Promise<StepOutcome> {
  const kind = kindOf(step);
  const { change, event, found, observed } = (await kind.finish?.(step, result, run)) ?? {};
  const { why } = step;
  const sentences = [event?.message?.replace(/\.$/, '') ?? `${kind.texts(step)[1]}: ${why}`, found?.message];
  const message = `${sentences.filter((text) => text !== undefined).join(': ')}.`;
  const { id: nodeId } = run.snapshot.desired;
  const data = { why, ...event?.data, ...found?.data };
  // Its data comes from the kind of the step: what it records in the tests is compared with the published shape.
  const recorded = { kind: kind.event, ...event, nodeId, message, data } as NewEvent;
  return { change: { failure: null, ...change }, event: kind.event === null ? null : recorded, observed };
}
