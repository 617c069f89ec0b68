import { randomInt } from 'node:crypto';

/** Below the kernel's ephemeral ports, and above the agent's default ports. */
const first = 21_000;
const perWorker = 1000;
const perAgent = 50;

/** Returns ports for the nodes of one agent. Concurrent files never get the same; the default ports are taken. */
export function ownPortRange(): { from: number; to: number } {
  // Concurrent workers are numbered from 1.
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0);
  const from = first + (worker % 10) * perWorker + randomInt(perWorker / perAgent) * perAgent;
  return { from, to: from + perAgent - 1 };
}
