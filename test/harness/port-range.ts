import { randomInt } from 'node:crypto';

/** Below the ports that the kernel gives out itself, and above those that the agent takes by default. */
const first = 21_000;
const perWorker = 1000;
const perAgent = 50;

/**
 * Returns ports for the nodes of one agent. Files that run at the same time never get the same, so that no agent's daemon takes a port which
 * another agent has just found free. The networks' default ports are taken during the whole run.
 */
export function ownPortRange(): { from: number; to: number } {
  // Of the workers that run at the same time, the first has the number 1.
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0);
  const from = first + (worker % 10) * perWorker + randomInt(perWorker / perAgent) * perAgent;
  return { from, to: from + perAgent - 1 };
}
