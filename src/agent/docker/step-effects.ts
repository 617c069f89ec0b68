import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { isUp, killedExitCode } from '../runtime/workload.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { MoveStep } from './move/move-effects.ts';
import { reindexAfter, settledEvent } from './reindex-effects.ts';
import type { DockerSnapshot } from './snapshot.ts';
import type { DockerStep } from './step.ts';

/** Steps of a move have their own effects. */
export type OtherStep = Exclude<DockerStep, MoveStep>;

/** Event kind and text of each finished step. */
const reports: Record<OtherStep['kind'], { kind: string; done: string }> = {
  'pull-image': { kind: 'node.image-pulled', done: 'Pulled the image' },
  'create-volume': { kind: 'node.volume-created', done: 'Created the volume' },
  'create-container': { kind: 'node.container-created', done: 'Created the container' },
  'start-container': { kind: 'node.started', done: 'Started the daemon' },
  'stop-container': { kind: 'node.stopped', done: 'Stopped the daemon' },
  'unpause-container': { kind: 'node.unpaused', done: 'Unpaused the container' },
  'remove-container': { kind: 'node.container-removed', done: 'Removed the container' },
  'remove-data': { kind: 'node.data-removed', done: 'Removed the chain data' },
  'start-reindex': {
    kind: 'node.reindex-started',
    done: 'Started the daemon once with the option to rebuild its chain data',
  },
  'settle-reindex': { kind: 'node.reindex-begun', done: 'The daemon began to rebuild its chain data' },
  'reserve-source': { kind: 'node.seed-begun', done: 'Asked for the chain data of another node' },
  'copy-data': { kind: 'node.data-copied', done: 'Copied the chain data' },
  'verify-data': { kind: 'node.data-verified', done: 'Proved the copied chain data' },
};

type Containers = readonly Pick<ObservedContainer, 'id' | 'exitCode' | 'finishedAt'>[];

/** What a finished step changes in its node's record. `after` are the node's containers as the step left them. Pure. */
export function recordAfter(
  step: OtherStep,
  { spec, seed }: Pick<DockerSnapshot, 'spec'> & Partial<Pick<DockerSnapshot, 'seed'>>,
  after: Containers,
  /** Of a `settle-reindex`: whether the daemon began to rebuild. */
  hasBegun = false,
): Partial<NodeRecord> {
  const done: Partial<NodeRecord> = { failure: null };
  switch (step.kind) {
    case 'create-volume':
      return { ...done, volumeMade: true, volumeLostAt: null, ...(seed === undefined ? {} : { seed: undefined }) };
    case 'create-container':
      return { ...done, applied: spec, lastExit: null, exit: null };
    case 'start-container':
      return {
        ...done,
        ...{ cause: null, everStarted: true },
        ...(seed?.state === 'verified' ? { seed: { from: seed.from, state: 'done' } } : {}),
      };
    case 'stop-container': {
      const stopped = after.find(({ id }) => id === step.containerId);
      return { ...done, cause: step.cause, lastExit: stopped?.finishedAt ?? null, exit: null };
    }
    case 'remove-container':
      return { ...done, cause: step.cause };
    case 'remove-data':
      return { ...done, volumeMade: false };
    case 'start-reindex': {
      const reindex = {
        id: step.act.id,
        stage: 'starting',
        attempts: step.attempt,
        begunAt: null,
        reason: null,
      } as const;
      return { ...done, cause: null, everStarted: true, reindex };
    }
    case 'settle-reindex':
      return step.act === null ? done : { ...done, reindex: reindexAfter(step.act, step, hasBegun) };
    case 'reserve-source':
      return { ...done, seed: { from: step.from, state: 'copying' } };
    case 'copy-data':
      return { ...done, seed: { from: step.from, state: 'copied' } };
    case 'verify-data':
      return { ...done, seed: { from: step.from, state: 'verified' } };
    case 'pull-image':
    case 'unpause-container':
      return done;
  }
}

/** The event that reports a finished step. `after` are the node's containers as the step left them. Pure. */
export function eventAfter(nodeId: string, step: OtherStep, after: Containers, hasBegun = false): NewEvent {
  const { kind, done } = reports[step.kind];
  const { why } = step;
  if (step.kind === 'stop-container') {
    const exitCode = after.find(({ id }) => id === step.containerId)?.exitCode ?? null;
    const message = `${done}: ${why}.`;
    if (exitCode !== killedExitCode) return { level: 'info', kind, nodeId, message, data: { why, exitCode } };
    return {
      level: 'warning',
      kind,
      nodeId,
      message: `${message} It did not stop in time and was killed; unflushed data is lost, and it may have to check its chain.`,
      data: { why, exitCode },
    };
  }
  if (step.kind === 'settle-reindex') return settledEvent(nodeId, step, hasBegun);
  const what = step.kind === 'pull-image' ? `${done} ${step.reference}` : done;
  return { level: 'info', kind, nodeId, message: `${what}: ${why}.`, data: { why } };
}

/** Returns whether a step that an earlier agent began has had its effect. `specHash` is the hash that was wanted then. Pure. */
export function isDone(
  step: DockerStep,
  specHash: string | null,
  { observed }: Pick<DockerSnapshot, 'observed'>,
): boolean {
  const { containers, data, image, leftoverDataDir } = observed;
  const container = 'containerId' in step ? containers.find(({ id }) => id === step.containerId) : undefined;
  switch (step.kind) {
    case 'pull-image':
      return image.present;
    case 'create-volume':
      return data === 'present';
    case 'create-container':
      return containers.some((candidate) => candidate.specHash === specHash);
    case 'start-container':
      return container !== undefined && container.startedAt !== null && container.startedAt !== step.was;
    case 'stop-container':
      return container === undefined || !isUp(container);
    case 'unpause-container':
      return container !== undefined && container.status !== 'paused';
    case 'remove-container':
      return container === undefined;
    case 'remove-data':
      return observed.volumes.length === 0 && leftoverDataDir === null;
    case 'start-reindex':
      return container !== undefined && container.startedAt !== null && container.startedAt !== step.was;
    case 'settle-reindex':
      return container === undefined || container.restartsItself !== false;
    case 'copy-data':
      return observed.seed?.isComplete === true;
    case 'remove-copy':
      return observed.volumes.every(({ dataRoot }) => dataRoot !== step.dataRoot);
    case 'begin-move':
    case 'copy-root':
    case 'verify-root':
    case 'prove-root':
    case 'reserve-source':
    case 'verify-data':
      // Done again they do no harm.
      return false;
  }
}
