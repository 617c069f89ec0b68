import type { NewEvent } from '../outbox/event.ts';
import { isUp } from './engine/observed-container.ts';
import type { ObservedNode } from './observe.ts';

/** One act on a node, carried out and reported on its own. `why` completes the sentence «did this, because …». */
export type Step =
  | { kind: 'pull-image'; reference: string; why: string }
  | { kind: 'create-volume'; why: string }
  | { kind: 'create-container'; why: string }
  | { kind: 'start-container'; containerId: string; was: string | null; why: string }
  | { kind: 'stop-container'; containerId: string; why: string; cause: string | null }
  | { kind: 'unpause-container'; containerId: string; why: string }
  | { kind: 'remove-container'; containerId: string; why: string; cause: string | null }
  | { kind: 'remove-data'; why: string };

interface Wording {
  event: string;
  done: string;
  todo: string;
}

const wording: Record<Step['kind'], Wording> = {
  'pull-image': { event: 'node.image-pulled', done: 'Fetched the image', todo: 'fetch the image' },
  'create-volume': { event: 'node.volume-created', done: 'Created the volume', todo: 'create the volume' },
  'create-container': { event: 'node.container-created', done: 'Created the container', todo: 'create the container' },
  'start-container': { event: 'node.started', done: 'Started the daemon', todo: 'start the daemon' },
  'stop-container': { event: 'node.stopped', done: 'Stopped the daemon', todo: 'stop the daemon' },
  'unpause-container': { event: 'node.unpaused', done: 'Unpaused the container', todo: 'unpause the container' },
  'remove-container': { event: 'node.container-removed', done: 'Removed the container', todo: 'remove the container' },
  'remove-data': { event: 'node.data-removed', done: 'Removed the chain data', todo: 'remove the chain data' },
};

/** What a step does, as an infinitive. */
export const describeStep = (step: Step): string =>
  step.kind === 'pull-image' ? `${wording[step.kind].todo} ${step.reference}` : wording[step.kind].todo;

/** The exit code with which a process ends that got SIGKILL. */
const killed = 137;

/** The event that tells of a finished step. `observed` is as the step left it. */
export function eventOf(nodeId: string, step: Step, observed: ObservedNode): NewEvent {
  const { event, done } = wording[step.kind];
  if (step.kind === 'stop-container') {
    const exitCode = observed.containers.find(({ id }) => id === step.containerId)?.exitCode ?? null;
    const cut =
      exitCode === killed
        ? ' It did not end in the time that it is given and was killed: what it had not written yet is lost, and it may have to check its chain.'
        : '';
    return {
      level: cut === '' ? 'info' : 'warning',
      kind: event,
      nodeId,
      message: `${done}: ${step.why}.${cut}`,
      data: { why: step.why, exitCode },
    };
  }
  const what = step.kind === 'pull-image' ? `${done} ${step.reference}` : done;
  return { level: 'info', kind: event, nodeId, message: `${what}: ${step.why}.`, data: { why: step.why } };
}

/** Whether a step that was begun before the agent ended has had its effect. */
export function isDone(step: Step, observed: ObservedNode, imagePresent: boolean, wantedHash: string | null): boolean {
  const container = 'containerId' in step ? observed.containers.find(({ id }) => id === step.containerId) : undefined;
  switch (step.kind) {
    case 'pull-image':
      return imagePresent;
    case 'create-volume':
      return observed.volume === 'present';
    case 'create-container':
      return observed.containers.some(({ specHash }) => specHash === wantedHash);
    case 'start-container':
      return container !== undefined && container.startedAt !== null && container.startedAt !== step.was;
    case 'stop-container':
      return container === undefined || !isUp(container);
    case 'unpause-container':
      return container !== undefined && container.state !== 'paused';
    case 'remove-container':
      return container === undefined;
    case 'remove-data':
      return observed.volume === 'absent' && observed.leftover === null;
  }
}
