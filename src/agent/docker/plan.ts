import { whyUnreadable } from '../../bitcoin/data-format.ts';
import { allWallets, isNamed } from '../../contract/named-wallets.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { walletsAfter } from '../node/record-store.ts';
import { shownWallets } from '../node/shown-wallets.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { isUp, runOf } from '../runtime/workload.ts';
import { objectName } from './engine/labels.ts';
import { isLostTask } from './engine/lost-task.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { planLostPorts } from './lost-ports.ts';
import { mainContainer, type ObservedNode } from './observe.ts';
import { move, needlessCopy } from './operations/move.ts';
import type { DockerOperation, OperationInput } from './operations/operation.ts';
import { rebuildIndex } from './operations/rebuild-index.ts';
import { rehearse, unendedRehearsal } from './operations/rehearse.ts';
import { reindex } from './operations/reindex.ts';
import { seed } from './operations/seed.ts';
import { planRepair } from './repair.ts';
import { blockedBy, type DockerPlan, type DockerStep, planOf, planRemoval, planStop } from './steps.ts';

export interface PlanContext {
  instanceId: string;
  /** Whether the control plane accepts this agent's heartbeats: only one agent per executor holds the lease. */
  hasLease: boolean;
}

export interface PlanInput {
  context: PlanContext;
  desired: DesiredNode;
  /** Why the desired configuration cannot be applied here, one sentence each; empty if it can. */
  issues: readonly string[];
  /** The desired spec's hash and its difference to the current container; null until the image is known. */
  wanted: { specHash: string; change: string } | null;
  observed: ObservedNode;
  record: Readonly<NodeRecord>;
}

const nothingToDo = planOf();

const operations: readonly DockerOperation[] = [move, seed, reindex, rebuildIndex, rehearse];

/** Returns the first plan of any operation; null without one. */
const firstPlan = (plan: (operation: DockerOperation) => DockerPlan | null | undefined): DockerPlan | null =>
  operations
    .values()
    .map(plan)
    .find((found) => found != null) ?? null;

export function planNode(input: PlanInput): DockerPlan {
  const plan = planSteps(input);
  return plan.steps.length > 0 && isHeldByOtherAgent(input) ? blockedBy(heldByOtherAgent) : plan;
}

function planSteps(input: PlanInput): DockerPlan {
  const { desired, observed, wanted } = input;
  // The engine sends an event when it is done, and would refuse a second removal.
  if (observed.containers.some(({ state }) => state === 'removing')) return nothingToDo;
  if (desired.desiredState === 'deleted') return planDeletion(input);
  const main = mainContainer(observed.containers, wanted?.specHash ?? null);
  const surplus = observed.containers.filter((container) => container !== main);
  // One writer: the other containers must be gone first.
  const why = 'a second container of this node exists';
  if (surplus.length > 0) return planOf(...surplus.flatMap((container) => planRemoval(container, why, null)));
  const isCurrent = main !== undefined && main.specHash === wanted?.specHash;
  const seen: OperationInput = { main, desired, observed, record: input.record, isCurrent };
  const first = wanted === null ? null : firstPlan(({ planFirst }) => planFirst?.(seen));
  if (first !== null) return first;
  return desired.desiredState === 'stopped' ? planStopped(main) : planRunning(input, seen);
}

/**
 * Two agents with one executor id on one engine would re-create each other's containers forever. The lease holder takes
 * over the other's containers, as it must after losing its data directory; the other agent waits.
 */
const isHeldByOtherAgent = ({ context, observed }: PlanInput): boolean =>
  !context.hasLease && observed.containers.some(({ instanceId }) => instanceId !== context.instanceId);

const heldByOtherAgent =
  'another agent with the same host name created the container, and the control plane does not accept this agent’s heartbeats; ' +
  'if two agents run on this host, stop one or give it its own --name and --data-dir';

function planDeletion({ desired, observed, record }: PlanInput): DockerPlan {
  const why = 'node deletion requested';
  const rehearsal = unendedRehearsal(record, why);
  if (rehearsal !== null) return planOf(rehearsal);
  const steps = observed.containers.flatMap((container) => planRemoval(container, why, null));
  // A foreign container with the node's name may be this very node, created under an earlier identity of this executor.
  const foreign = foreignObjects(desired.id, observed);
  if (observed.imposters.includes(objectName(desired.id))) return { steps, blocked: foreign };
  if (desired.dataPolicy === 'keep') {
    const needless = needlessCopy(record, why);
    return planOf(...steps, ...(needless === null ? [] : [needless]));
  }
  if (observed.data === 'foreign') return { steps, blocked: foreign };
  if (observed.volumes.length === 0 && observed.leftoverDataDir === null) return planOf(...steps);
  // A deletion that was accepted stops the daemon, whatever is found in its data afterwards.
  const running = observed.containers.filter(isUp);
  if (running.length > 0) return planOf(...running.flatMap((container) => planStop(container, why, null)));
  const unnamed = unnamedWallets(desired, observed, record);
  if (unnamed !== null) return blockedBy(unnamed);
  if (observed.foreignWriters.length > 0) {
    return {
      steps,
      blocked: `${names(observed.foreignWriters)} uses this node’s volume; stop it so that the data can be deleted`,
    };
  }
  return planOf(...steps, { kind: 'remove-data', why });
}

/** Returns why chain data with wallets cannot be removed; null if it can. What cannot be searched counts as a wallet. */
function unnamedWallets(
  { name, removableWallets }: Pick<DesiredNode, 'name' | 'removableWallets'>,
  { wallets }: Pick<ObservedNode, 'wallets'>,
  record: Pick<NodeRecord, 'wallets'>,
): string | null {
  if (wallets === 'unseen') {
    return (
      'the agent cannot see the chain data directory, so nothing was deleted; ' +
      'mount it again, or mount it into the agent’s container under the same path'
    );
  }
  if (wallets === 'unknown') {
    return (
      'cannot list the wallets in the chain data because no client image is on this host; ' +
      'nothing was deleted: pull an image, or delete the node and keep its data'
    );
  }
  const all = walletsAfter(record.wallets, wallets ?? []);
  const unnamed = all.filter((wallet) => !isNamed(wallet, removableWallets ?? []));
  if (unnamed.length === 0) return null;
  return (
    `the chain data contains wallets that the deletion does not name: ${shownWallets(unnamed)}; nothing was deleted: ` +
    `back them up, then delete ${name} again and name each wallet, or ${allWallets} for all of them, or keep its data`
  );
}

function planStopped(main: ObservedContainer | undefined): DockerPlan {
  if (main === undefined || !isUp(main)) return nothingToDo;
  return planOf(...planStop(main, 'requested by the control plane', null));
}

function planRunning(input: PlanInput, seen: OperationInput): DockerPlan {
  const { desired, wanted, observed, record } = input;
  const { main, isCurrent } = seen;
  const { suspension } = record;
  const obstacle = findObstacle(input, main);
  // Before a suspension: a node that waits for disk space may move to another disk.
  const early = obstacle === null ? firstPlan(({ plan }) => plan?.(seen)) : null;
  if (early !== null) return early;
  if (suspension) {
    const { reason } = suspension;
    const steps = main !== undefined && isUp(main) ? planStop(main, reason, 'disk space is available again') : [];
    return { steps, blocked: reason };
  }
  if (obstacle !== null) return blockedBy(obstacle);
  const isStale = main !== undefined && !isCurrent;
  if ((main === undefined || isStale) && !observed.image.present) {
    const why =
      main === undefined
        ? 'not on this host'
        : `version ${desired.clientVersion} is pulled before the current container is replaced`;
    return planOf({ kind: 'pull-image', reference: observed.image.pullReference, why });
  }
  if (main === undefined) {
    const isNew = record.applied === null;
    const why = record.cause ?? (isNew ? 'first start' : 'the container was removed by someone else');
    const create: DockerStep = { kind: 'create-container', why };
    if (observed.data !== 'absent') return planOf(create);
    const whyVolume =
      record.volumeLostAt === null
        ? 'the node needs storage for its chain data'
        : 'the previous volume was removed by someone else, and a restart was requested';
    return planOf({ kind: 'create-volume', why: whyVolume }, create);
  }
  if (isStale) {
    const why = record.cause ?? wanted?.change ?? 'unknown image';
    const isProven = !isUp(main) || wanted === null || record.provenHash === wanted.specHash;
    const trial = isProven ? [] : [{ kind: 'try-container' as const, why }];
    return planOf(...trial, ...planRemoval(main, why, why), { kind: 'create-container', why });
  }
  const lost = planLostPorts(main, observed, record);
  if (lost !== null && lost.steps.length > 0) return lost;
  const repair = planRepair(desired, main, record);
  if (repair !== null) return repair;
  const operation = firstPlan(({ planContainer }) => planContainer?.({ ...seen, main }));
  if (operation !== null) return operation;
  const steps = keepUp(main, record);
  return lost !== null && steps.length === 0 ? lost : planOf(...steps);
}

/** The steps for a container that matches its spec. */
function keepUp(main: ObservedContainer, record: Readonly<NodeRecord>): DockerStep[] {
  switch (main.status) {
    case 'created':
    case 'exited': {
      if (isLostTask(record.failure)) {
        const left = 'the engine stopped during its start and can no longer start it';
        return planRemoval(main, left, left);
      }
      const why = record.cause ?? reasonToStart(main, record);
      return [{ kind: 'start-container', containerId: main.id, was: main.startedAt, why }];
    }
    case 'paused':
      return [{ kind: 'unpause-container', containerId: main.id, why: 'paused by someone else' }];
    case 'dead':
      return planRemoval(main, 'the engine could not remove it completely', 'the engine lost its container');
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
  if (issues.length > 0) return `cannot apply the configuration: ${issues.join('; ')}`;
  const runsAsWanted = main !== undefined && isUp(main) && main.specHash === wanted?.specHash;
  if (observed.dataFormat !== null && !runsAsWanted) {
    const unreadable = whyUnreadable(observed.dataFormat, desired.clientVersion);
    if (unreadable !== null) return unreadable;
  }
  const foreign = foreignObjects(desired.id, observed);
  if (observed.rivals.length > 0) {
    return (
      `chain data exists in several data roots (${observed.rivals.join(', ')}), and the last used one is unknown: ` +
      'remove the volumes that are not needed'
    );
  }
  if (foreign !== null && (main === undefined || observed.data === 'foreign')) return foreign;
  if (observed.data === 'absent' && record.volumeLostAt !== null && desired.restartCounter <= record.volumeLostAt) {
    const moved = movedVolumes(record, observed);
    if (moved !== null) return moved;
    return (
      'the node’s volume and chain data were removed by someone else; restore the volume, ' +
      'restart the node to sync from scratch, or delete the node'
    );
  }
  if (observed.foreignWriters.length > 0 && (main === undefined || !isUp(main))) {
    return `${names(observed.foreignWriters)} uses this node’s volume; stop it, because only one container may write to the volume`;
  }
  return null;
}

/** Why nothing was removed: the engine keeps its volumes in another folder now. Null if it does not. */
function movedVolumes({ dataPath }: Readonly<NodeRecord>, { volumesFolder }: ObservedNode): string | null {
  if (dataPath === undefined || volumesFolder == null || dataPath.startsWith(`${volumesFolder}/`)) return null;
  return (
    `the engine now keeps its volumes in ${volumesFolder}, but the chain data is in ${dataPath}: nothing was removed; ` +
    'set its folder (data-root, userns-remap, volume_path of Podman, or the mount there) back, and the node continues'
  );
}

/** Describes foreign objects with the names of this node's own; null without any. */
function foreignObjects(nodeId: string, { data, imposters }: ObservedNode): string | null {
  const objects = [
    ...(data === 'foreign' ? ['volume'] : []),
    ...(imposters.includes(objectName(nodeId)) ? ['container'] : []),
  ];
  if (objects.length === 0) return null;
  return `a foreign ${objects.join(' and a foreign ')} named ${objectName(nodeId)} exists; rename or remove it`;
}

function reasonToStart(main: ObservedContainer, record: Readonly<NodeRecord>): string {
  if (main.status === 'created')
    return record.everStarted ? 'the container was removed by someone else' : 'first start';
  // A start that somebody requested, or the engine restarted: which one is not known here.
  if (record.exit === null) return 'the node should be running';
  return record.exit.code === null ? 'it had exited' : `it exited with code ${record.exit.code}`;
}

const names = (containers: readonly string[]): string =>
  containers.length === 1 ? `container ${containers[0]}` : `containers ${containers.join(', ')}`;
