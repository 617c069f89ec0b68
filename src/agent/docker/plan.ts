import { whyUnreadable } from '../../bitcoin/data-format.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { walletsAfter } from '../node/record-store.ts';
import type { NodeRecord, Suspension } from '../runtime/node-record.ts';
import { isUp, runOf } from '../runtime/workload.ts';
import { objectName } from './engine/labels.ts';
import { isLostTask } from './engine/lost-task.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { mainContainer, type ObservedNode } from './observe.ts';
import { needlessCopy } from './operations/move.ts';
import type { OperationInput } from './operations/operation.ts';
import { firstPlan } from './operations/operations.ts';
import { blockedBy, type DockerPlan, type DockerStep, planOf, planStop } from './steps.ts';

export interface PlanContext {
  instanceId: string;
  /** Whether the control plane accepts this agent's heartbeats now: it accepts those of one agent of an executor at a time. */
  hasLease: boolean;
}

export interface PlanInput {
  context: PlanContext;
  desired: DesiredNode;
  /** Why the desired configuration cannot be applied here, one sentence each; empty when it can. */
  issues: readonly string[];
  /** What the container must be made from, and how that differs from the current one; null until the image is known. */
  wanted: { specHash: string; change: string } | null;
  observed: ObservedNode;
  record: Readonly<NodeRecord>;
}

const nothingToDo = planOf();

/** What brings a node from what it is to what it must be. Pure. */
export function planNode(input: PlanInput): DockerPlan {
  const plan = planSteps(input);
  return plan.steps.length > 0 && isHeldByOtherAgent(input) ? blockedBy(heldByOtherAgent) : plan;
}

function planSteps(input: PlanInput): DockerPlan {
  const { desired, observed, wanted } = input;
  // The engine sends an event when it is done; it would refuse a second removal.
  if (observed.containers.some(({ state }) => state === 'removing')) return nothingToDo;
  if (desired.desiredState === 'deleted') return planDeletion(input);
  const main = mainContainer(observed.containers, wanted?.specHash ?? null);
  const surplus = observed.containers.filter((container) => container !== main);
  if (surplus.length > 0) {
    // One writer: nothing else happens before the other containers are gone.
    return planOf(...surplus.flatMap((container) => removal(container, 'another container of this node exists', null)));
  }
  const isCurrent = main !== undefined && main.specHash === wanted?.specHash;
  const seen: OperationInput = { main, desired, observed, record: input.record, isCurrent };
  const first = wanted === null ? null : firstPlan(({ planFirst }) => planFirst?.(seen));
  if (first !== null) return first;
  return desired.desiredState === 'stopped' ? planStopped(main) : planRunning(input, seen);
}

/**
 * Two agents with one executor's id on one engine would each recreate the other's container for ever. The one that holds the lease takes
 * over what the other made, as it must after the loss of a data directory; the other one waits.
 */
const isHeldByOtherAgent = ({ context, observed }: PlanInput): boolean =>
  !context.hasLease && observed.containers.some(({ instanceId }) => instanceId !== context.instanceId);

const heldByOtherAgent =
  'another agent of this executor made its container, and the control plane accepts no heartbeats from this agent now; ' +
  'where two agents run on this host, stop one or give it another --name and --data-dir';

function planDeletion({ desired, observed, record }: PlanInput): DockerPlan {
  const why = 'the control plane asks for the node to be deleted';
  const steps = observed.containers.flatMap((container) => removal(container, why, null));
  // A foreign container with the node's name may be this very node, made under an earlier identity of this executor.
  const foreign = foreignObjects(desired.id, observed);
  if (observed.imposters.includes(objectName(desired.id))) return { steps, blocked: foreign };
  if (desired.dataPolicy === 'keep') {
    const needless = needlessCopy(record, why);
    return planOf(...steps, ...(needless === null ? [] : [needless]));
  }
  if (observed.data === 'foreign') return { steps, blocked: foreign };
  if (observed.volumes.length === 0 && observed.leftoverDataDir === null) return planOf(...steps);
  const unnamed = unnamedWallets(desired, observed, record);
  if (unnamed !== null) return blockedBy(unnamed);
  if (observed.foreignWriters.length > 0) {
    return {
      steps,
      blocked: `${names(observed.foreignWriters)} uses this node’s volume; stop it so that the data can be removed`,
    };
  }
  return planOf(...steps, { kind: 'remove-data', why });
}

/** Why chain data cannot be removed, whose keys would be lost; null where it can. */
function unnamedWallets(
  { name, removableWallets }: Pick<DesiredNode, 'name' | 'removableWallets'>,
  { wallets }: Pick<ObservedNode, 'wallets'>,
  record: Pick<NodeRecord, 'wallets'>,
): string | null {
  if (wallets === 'unseen') {
    return (
      'this agent does not see the directory of its chain data, so nothing is removed; ' +
      'mount it again, or, when the agent runs in a container, mount it there under the same path'
    );
  }
  if (wallets === 'unknown') {
    return (
      'which wallets are in its data cannot be read, because no image of a client is on this host; ' +
      'nothing is removed: delete it again with its data kept, or pull an image'
    );
  }
  const all = walletsAfter(record.wallets, wallets ?? []);
  const unnamed = all.filter((wallet) => !removableWallets?.includes(wallet));
  if (unnamed.length === 0) return null;
  const names = unnamed.map((wallet) => (wallet === '' ? '“” (the default wallet)' : `“${wallet}”`)).join(', ');
  return (
    `its data holds wallets that the deletion does not name: ${names}; nothing is removed, because their keys would be lost for ever: ` +
    `save them and delete ${name} again with each of them named, or with its data kept`
  );
}

function planStopped(main: ObservedContainer | undefined): DockerPlan {
  if (main === undefined || !isUp(main)) return nothingToDo;
  return planOf(...planStop(main, 'the control plane asks for it to be stopped', null));
}

const planSuspended = (main: ObservedContainer | undefined, { reason }: Suspension): DockerStep[] =>
  main !== undefined && isUp(main) ? planStop(main, reason, 'its disk has room again') : [];

function planRunning(input: PlanInput, seen: OperationInput): DockerPlan {
  const { desired, wanted, observed, record } = input;
  const { main, isCurrent } = seen;
  const { suspension } = record;
  const obstacle = findObstacle(input, main);
  // Before a suspension: a node that waits for room on its disk may be moved to another one.
  const early = obstacle === null ? firstPlan(({ plan }) => plan?.(seen)) : null;
  if (early !== null) return early;
  if (suspension) return { steps: planSuspended(main, suspension), blocked: suspension.reason };
  if (obstacle !== null) return blockedBy(obstacle);
  const isStale = main !== undefined && !isCurrent;
  if ((main === undefined || isStale) && !observed.image.present) {
    const why =
      main === undefined
        ? 'it is not on this host'
        : `version ${desired.clientVersion} is wanted before the present container is touched, and its image is not on this host`;
    return planOf({ kind: 'pull-image', reference: observed.image.pullReference, why });
  }
  if (main === undefined) {
    const why = record.cause ?? reasonToCreate(record);
    const volume: DockerStep[] =
      observed.data === 'absent' ? [{ kind: 'create-volume', why: reasonForVolume(record) }] : [];
    return planOf(...volume, { kind: 'create-container', why });
  }
  if (isStale) {
    const why = record.cause ?? wanted?.change ?? 'its image is unknown';
    return planOf(...removal(main, why, why), { kind: 'create-container', why });
  }
  return firstPlan(({ planContainer }) => planContainer?.({ ...seen, main })) ?? planOf(...keepUp(main, record));
}

/** The steps for a container that is made as it should be. */
function keepUp(main: ObservedContainer, record: Readonly<NodeRecord>): DockerStep[] {
  switch (main.status) {
    case 'created':
    case 'exited': {
      if (isLostTask(record.failure)) {
        const left = 'the engine was ended while it started it, and can start it no more';
        return removal(main, left, left);
      }
      const why = record.cause ?? reasonToStart(main, record);
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
      const { pending } = record.restart;
      if (pending === null || pending.was !== runOf(main)) return [];
      const why = 'a restart was requested';
      return planStop(main, why, why);
    }
  }
}

function findObstacle(
  { issues, observed, record, desired, wanted }: PlanInput,
  main: ObservedContainer | undefined,
): string | null {
  if (issues.length > 0) return `the configuration cannot be applied: ${issues.join('; ')}`;
  const runsAsWanted = main !== undefined && isUp(main) && main.specHash === wanted?.specHash;
  if (observed.dataFormat !== null && !runsAsWanted) {
    const unreadable = whyUnreadable(observed.dataFormat, desired.clientVersion);
    if (unreadable !== null) return unreadable;
  }
  const foreign = foreignObjects(desired.id, observed);
  if (observed.rivals.length > 0) return tooManyCopies(observed.rivals);
  if (foreign !== null && (main === undefined || observed.data === 'foreign')) return foreign;
  if (observed.data === 'absent' && record.volumeLostAt !== null && desired.restartCounter <= record.volumeLostAt) {
    return (
      'the node’s volume was removed by someone else and its chain data with it; put the volume back, ' +
      'or request a restart to begin again with an empty one, or delete the node'
    );
  }
  if (observed.foreignWriters.length > 0 && (main === undefined || !isUp(main))) {
    return `${names(observed.foreignWriters)} uses this node’s volume; only one may write to it, so stop that container first`;
  }
  return null;
}

const tooManyCopies = (dataRoots: readonly string[]): string =>
  `its chain data lies in several data roots (${dataRoots.join(', ')}), and nothing says which was used last: ` +
  'remove the volume of those that are not to be used, and the agent goes on';

/** Foreign objects in the place of this node's own; null when there are none. */
function foreignObjects(nodeId: string, { data, imposters }: ObservedNode): string | null {
  const objects = [
    ...(data === 'foreign' ? ['volume'] : []),
    ...(imposters.includes(objectName(nodeId)) ? ['container'] : []),
  ];
  if (objects.length === 0) return null;
  return `a ${objects.join(' and a ')} named ${objectName(nodeId)} exists that this executor did not make; rename or remove it, and the agent goes on`;
}

function reasonToCreate(record: Readonly<NodeRecord>): string {
  return record.applied === null ? 'the control plane asks for this node' : 'someone else removed its container';
}

function reasonForVolume(record: Readonly<NodeRecord>): string {
  return record.volumeLostAt === null
    ? 'the node needs a place for its chain data'
    : 'someone else removed the former one, and a restart was requested';
}

function reasonToStart(main: ObservedContainer, record: Readonly<NodeRecord>): string {
  if (main.status === 'created' && record.everStarted) return 'someone else removed its container';
  if (main.status === 'created' || record.exit === null) return 'the control plane asks for it to run';
  return record.exit.code === null
    ? 'it had ended'
    : `it crashed or was stopped by someone else, with exit code ${record.exit.code}`;
}

function removal(container: ObservedContainer, why: string, cause: string | null): DockerStep[] {
  const remove: DockerStep = { kind: 'remove-container', containerId: container.id, why, cause };
  return isUp(container) ? [...planStop(container, why, cause), remove] : [remove];
}

const names = (containers: readonly string[]): string =>
  containers.length === 1 ? `container ${containers[0]}` : `containers ${containers.join(', ')}`;
