import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeMemory } from '../node/node-record.ts';
import { objectName } from './engine/labels.ts';
import { isUp, type ObservedContainer } from './engine/observed-container.ts';
import { mainContainer, type ObservedNode, runOf } from './observe.ts';
import type { Step } from './step.ts';

/** Who plans. */
export interface Planner {
  /** This installation of the agent. */
  instanceId: string;
  /** Whether the control plane takes this agent's heartbeats now: it takes those of one agent of an executor at a time. */
  isAccepted: boolean;
}

export interface PlanInput {
  planner: Planner;
  desired: DesiredNode;
  /** Why the desired configuration cannot be carried out here, one sentence each; empty when it can. */
  issues: readonly string[];
  /** What the container must be made from, and how that differs from the present one; null until the image is known. */
  wanted: { specHash: string; change: string } | null;
  /** `fetch` is what to pull when the image is not `present`. */
  image: { fetch: string; present: boolean };
  observed: ObservedNode;
  memory: NodeMemory;
}

export interface Plan {
  /** In order. Only the first is carried out before the world is looked at again. */
  steps: Step[];
  /** Why nothing more can be done until someone acts; null when nothing stands in the way. */
  blocked: string | null;
}

const idle: Plan = { steps: [], blocked: null };

/** What brings a node from what it is to what it must be. Pure. */
export function planNode(input: PlanInput): Plan {
  const plan = planAlone(input);
  return plan.steps.length > 0 && isOthersTurn(input) ? { steps: [], blocked: othersTurn } : plan;
}

function planAlone(input: PlanInput): Plan {
  // The engine tells when it is done; a second removal it would refuse.
  if (input.observed.containers.some(({ state }) => state === 'removing')) return idle;
  if (input.desired.desiredState === 'deleted') return planDeletion(input);
  const main = mainContainer(input.observed, input.wanted?.specHash ?? null);
  const surplus = input.observed.containers.filter((one) => one !== main);
  if (surplus.length > 0) {
    // One writer: nothing else happens before the others are gone.
    return {
      steps: surplus.flatMap((one) => removal(one, 'another container of this node exists', null)),
      blocked: null,
    };
  }
  return input.desired.desiredState === 'stopped' ? planStopped(main) : planRunning(input, main);
}

/**
 * Two agents with one executor's id on one engine would each remake the other's container for ever. The one that the control plane speaks
 * with takes over what the other made, as it must after the loss of a data directory; the other looks on.
 */
const isOthersTurn = ({ planner, observed }: PlanInput): boolean =>
  !planner.isAccepted &&
  observed.containers.some(({ instanceId }) => instanceId !== null && instanceId !== planner.instanceId);

const othersTurn =
  'another agent of this executor made its container, and the control plane takes no heartbeats from this agent now; ' +
  'where two agents run on this host, stop one or give it another --name and --data-dir';

function planDeletion({ desired, observed }: PlanInput): Plan {
  const why = 'the control plane asks for the node to be deleted';
  const steps = observed.containers.flatMap((one) => removal(one, why, null));
  // What bears the node's name and belongs to another may be this very node, made under an earlier identity of this executor.
  const foreign = foreignOf(desired.id, observed);
  if (observed.lookalikes.includes(objectName(desired.id))) return { steps, blocked: foreign };
  if (desired.dataPolicy === 'keep') return { steps, blocked: null };
  if (observed.volume === 'foreign') return { steps, blocked: foreign };
  if (observed.volume === 'absent' && observed.leftover === null) return { steps, blocked: null };
  if (observed.strangers.length > 0) {
    return {
      steps,
      blocked: `${names(observed.strangers)} uses this node’s volume; stop it so that the data can be removed`,
    };
  }
  return { steps: [...steps, { kind: 'remove-data', why }], blocked: null };
}

function planStopped(main: ObservedContainer | undefined): Plan {
  if (main === undefined || !isUp(main)) return idle;
  return { steps: stopping(main, 'the control plane asks for it to be stopped', null), blocked: null };
}

function planRunning(input: PlanInput, main: ObservedContainer | undefined): Plan {
  const { wanted, image, observed, memory } = input;
  const obstacle = obstacleOf(input, main);
  if (obstacle !== null) return { steps: [], blocked: obstacle };
  const stale = main !== undefined && main.specHash !== wanted?.specHash;
  if ((main === undefined || stale) && !image.present) {
    const why =
      memory.applied === null
        ? `version ${input.desired.clientVersion} is wanted and its image is not on this host`
        : `version ${input.desired.clientVersion} is wanted before the present container is touched, and its image is not on this host`;
    return { steps: [{ kind: 'pull-image', reference: image.fetch, why }], blocked: null };
  }
  if (main === undefined) {
    const why = memory.cause ?? reasonToCreate(memory);
    const volume: Step[] =
      observed.volume === 'absent' ? [{ kind: 'create-volume', why: reasonForVolume(memory) }] : [];
    return { steps: [...volume, { kind: 'create-container', why }], blocked: null };
  }
  if (stale) {
    const why = memory.cause ?? wanted?.change ?? 'its image is unknown';
    return { steps: [...removal(main, why, why), { kind: 'create-container', why }], blocked: null };
  }
  return { steps: upholding(main, memory), blocked: null };
}

/** The steps for a container that is made as it should be. */
function upholding(main: ObservedContainer, memory: NodeMemory): Step[] {
  switch (main.state) {
    case 'created':
    case 'exited': {
      const why = memory.cause ?? reasonToStart(main, memory);
      return [{ kind: 'start-container', containerId: main.id, was: main.startedAt, why }];
    }
    case 'paused':
      return [{ kind: 'unpause-container', containerId: main.id, why: 'someone paused it and it must run' }];
    case 'dead':
      return removal(main, 'the engine could not remove it completely', 'the engine had lost its container');
    case 'removing':
      return [];
    case 'running':
    case 'restarting': {
      if (memory.restart.pending === null || memory.restart.pending.was !== runOf(main)) return [];
      const why = 'a restart was requested';
      return stopping(main, why, why);
    }
  }
}

function obstacleOf(
  { issues, observed, memory, desired }: PlanInput,
  main: ObservedContainer | undefined,
): string | null {
  if (issues.length > 0) return `the configuration cannot be applied: ${issues.join('; ')}`;
  const foreign = foreignOf(desired.id, observed);
  if (foreign !== null && (main === undefined || observed.volume === 'foreign')) return foreign;
  if (observed.volume === 'absent' && memory.volumeLostAt !== null && desired.restartCounter <= memory.volumeLostAt) {
    return (
      'the node’s volume was removed by someone else and its chain data with it; put the volume back, ' +
      'or request a restart to begin again with an empty one, or delete the node'
    );
  }
  if (observed.strangers.length > 0 && (main === undefined || !isUp(main))) {
    return `${names(observed.strangers)} uses this node’s volume; only one may write to it, so stop that container first`;
  }
  return null;
}

/** What of another's stands where this node's own would; null when nothing does. */
function foreignOf(nodeId: string, { volume, lookalikes }: ObservedNode): string | null {
  const found = [
    ...(volume === 'foreign' ? ['volume'] : []),
    ...(lookalikes.includes(objectName(nodeId)) ? ['container'] : []),
  ];
  if (found.length === 0) return null;
  return `a ${found.join(' and a ')} named ${objectName(nodeId)} exists that this executor did not make; rename or remove it, and the agent goes on`;
}

function reasonToCreate(memory: NodeMemory): string {
  return memory.applied === null ? 'the control plane asks for this node' : 'someone else removed its container';
}

function reasonForVolume(memory: NodeMemory): string {
  return memory.volumeLostAt === null
    ? 'the node needs a place for its chain data'
    : 'the one before was removed by someone else and a restart was requested';
}

function reasonToStart(main: ObservedContainer, memory: NodeMemory): string {
  if (main.state === 'created' && memory.everStarted) return 'someone else removed its container';
  if (main.state === 'created' || memory.exit === null) return 'the control plane asks for it to run';
  return memory.exit.code === null
    ? 'it had ended'
    : `it had ended by itself or by another’s hand with exit code ${memory.exit.code}`;
}

function stopping(one: ObservedContainer, why: string, cause: string | null): Step[] {
  const stop: Step = { kind: 'stop-container', containerId: one.id, why, cause };
  // A paused process cannot act on SIGTERM.
  return one.state === 'paused' ? [{ kind: 'unpause-container', containerId: one.id, why }, stop] : [stop];
}

function removal(one: ObservedContainer, why: string, cause: string | null): Step[] {
  const remove: Step = { kind: 'remove-container', containerId: one.id, why, cause };
  return isUp(one) ? [...stopping(one, why, cause), remove] : [remove];
}

const names = (containers: readonly string[]): string =>
  containers.length === 1 ? `container ${containers[0]}` : `containers ${containers.join(', ')}`;
