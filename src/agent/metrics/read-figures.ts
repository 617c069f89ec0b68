import { type AgentParts, describeAgent } from '../admin-socket/status.ts';

export type AgentFigures = ReturnType<typeof readFigures>;
export type NodeFigures = AgentFigures['nodes'][number];

/** Reads the agent's current state from memory. */
export const readFigures = (parts: AgentParts) => ({
  ...describeAgent(parts),
  health: parts.loops.health,
  heartbeats: parts.heartbeat.counts,
  isEngineReachable: parts.events.isRuntimeReachable,
});

export interface Value {
  labels?: Readonly<Record<string, string>>;
  value: number | undefined;
}

export interface ReadMetric {
  help: string;
  labels: readonly string[];
  read(figures: AgentFigures): readonly Value[];
}

/** Metrics by name. */
export type Metrics = Readonly<Record<string, ReadMetric>>;
