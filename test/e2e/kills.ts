import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

/** Waits for what killed agents have to bring about, and restarts them. */
export const restarting = ({ agent }: TestHost, what: string, look: () => Promise<boolean>) =>
  until(
    what,
    () => {
      if (agent.hasEnded) agent.start();
      return look();
    },
    180_000,
    // Each look asks the control plane.
    400,
  );

/** Kills the agent at each changing call that `isHit` picks, up to `times` times, so that a repeated call eventually succeeds. */
export function killAtCalls(
  { agent, engine }: TestHost,
  moment: 'before' | 'afterDone',
  times: number,
  isHit: (call: string) => boolean = () => true,
) {
  const kills = { count: 0 };
  const perCall = new Map<string, number>();
  engine.interference = {
    [moment]: (call: string) => {
      const before = perCall.get(call) ?? 0;
      if (before === times || !isHit(call)) return undefined;
      perCall.set(call, before + 1);
      kills.count++;
      agent.strike();
      return 'swallow' as const;
    },
  };
  return kills;
}

/** Kills the agent during some work, once in each of a node's steps that `isHit` picks. Returns these steps. */
export async function killInSteps(
  { agent }: TestHost,
  nodeId: string,
  isHit: (step: string) => boolean,
  work: () => Promise<void>,
): Promise<string[]> {
  // Most steps of a move make no call: the agent's intent shows the current one.
  using store = new DatabaseSync(join(agent.dataDir, 'agent.db'), { readOnly: true });
  const row = store.prepare(
    `SELECT intent.document ->> '$.step.kind' AS kind, memory.document ->> '$.operations.move.stage' AS stage
     FROM step_intent AS intent JOIN node_memory AS memory USING (node_id) WHERE node_id = ?`,
  );
  const kills: string[] = [];
  const watch = setInterval(() => {
    const { kind, stage } = row.get(nodeId) ?? {};
    const step = stage === 'returning' ? `${kind}, returning` : kind;
    if (agent.hasEnded || typeof step !== 'string' || kills.includes(step) || !isHit(step)) return;
    kills.push(step);
    agent.strike();
  }, 2);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return kills;
}
