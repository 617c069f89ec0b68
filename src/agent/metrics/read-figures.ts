import type { AgentParts } from '../admin-socket/describe.ts';
import type { WatchedLoops } from '../loops/watched-loops.ts';
import type { NodeController } from '../reconcile/controller.ts';
import type { UpgradeStatus } from '../upgrade/upgrade-status.ts';
import type { AgentFigures, NodeFigures } from './figures.ts';

export type MeasuredParts = Pick<
  AgentParts,
  'version' | 'desired' | 'heartbeat' | 'outbox' | 'rotation' | 'disk' | 'controller' | 'upgrades'
> & {
  loops: Pick<WatchedLoops, 'health'>;
  events: { isRuntimeReachable: boolean | null };
};

/** Reads what an agent knows at this moment. Asks nobody. */
export function readFigures(parts: MeasuredParts): AgentFigures {
  const { version, loops, events, heartbeat, outbox, rotation, disk, upgrades, controller } = parts;
  return {
    version,
    health: loops.health,
    lastSync: heartbeat.state,
    heartbeats: heartbeat.counts,
    isEngineReachable: events.isRuntimeReachable,
    outbox: outbox.counts(),
    key: { ...rotation.term, warning: rotation.warning },
    upgrade: readUpgrade(upgrades.status()),
    disks: disk.disks,
    orphans: controller?.orphans.length ?? 0,
    nodes: controller === undefined ? [] : readNodes(parts, controller),
  };
}

const readUpgrade = ({ lookedAt, upgradability, request }: UpgradeStatus): AgentFigures['upgrade'] => ({
  lookedAt,
  isPossible: upgradability.canUpgrade,
  state: request?.state ?? null,
});

const readNodes = ({ desired, disk }: MeasuredParts, controller: NodeController): NodeFigures[] =>
  desired.all().flatMap(({ node }) => {
    const worker = controller.worker(node.id);
    if (worker === undefined) return [];
    const { phase, problems, takenBack } = worker.report();
    return {
      id: node.id,
      name: node.name,
      network: node.network,
      clientVersion: node.clientVersion,
      nodeType: node.nodeType,
      desiredState: node.desiredState,
      phase,
      problems: (problems ?? []).map(({ code }) => code),
      isTakenBack: (takenBack ?? null) !== null,
      answers: worker.answers,
      sample: worker.lastSample,
      growthBytesPerDay: disk.growthPerDay(node.id),
    };
  });
