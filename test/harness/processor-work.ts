/** Returns the processor time that work of this process takes, in milliseconds. What other programs do meanwhile does not count. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const sample = Array.from({ length: 60_000 }, (_, n) => ({ id: n, name: `node-${n}`, tags: [n, String(n)] }));

/**
 * Returns the processor time of a fixed piece of work, in milliseconds: 40 to 100 on a machine of two cores. A limit of time in a test is a
 * generous multiple of it, so that a slow or busy machine has more; what really is fast is for the benches.
 */
export const unitOfWorkMs = (): number =>
  Math.max(...Array.from({ length: 3 }, () => processorMs(() => JSON.parse(JSON.stringify(sample)))));
