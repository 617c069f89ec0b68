import { type AgentParts, describeAgent } from '../admin-socket/status.ts';

export type AgentFigures = ReturnType<typeof readFigures>;
export type NodeFigures = AgentFigures['nodes'][number];

/** Reads the agent's current state from memory. */
export function readFigures(parts: AgentParts) {
  const { desired, disk, sessions } = parts;
  return {
    ...describeAgent(parts),
    health: parts.loops.health,
    heartbeats: parts.heartbeat.counts,
    isEngineReachable: parts.events.isRuntimeReachable,
    nodes: desired.all().flatMap(({ node }) => {
      const worker = sessions.worker(node.id)?.node;
      if (worker === undefined) return [];
      const { id, name, network, clientVersion, nodeType, desiredState } = node;
      const { phase, problems, reverted } = worker.report();
      return {
        id,
        name,
        network,
        clientVersion,
        nodeType,
        desiredState,
        phase,
        problems: (problems ?? []).map(({ code }) => code),
        isReverted: (reverted ?? null) !== null,
        answers: worker.answers,
        /** The last one, which may be old; undefined before the first of this agent. */
        sample: worker.lastSample,
        growthBytesPerDay: disk.growthPerDay(id),
      };
    }),
  };
}

export interface Value {
  labels?: Readonly<Record<string, string>>;
  value: number | undefined;
}

export interface ReadMetric {
  name: string;
  help: string;
  labels: readonly string[];
  read(figures: AgentFigures): readonly Value[];
}
