/** Returns the CPU time of work in this process, in milliseconds. Other programs do not count. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const sample = Array.from({ length: 60_000 }, (_, n) => ({ id: n, name: `node-${n}`, tags: [n, String(n)] }));

/** Returns the CPU time of a fixed piece of work, 40 to 100 ms. Time limits of tests are generous multiples of it. */
export const unitOfWorkMs = (): number =>
  Math.max(...Array.from({ length: 3 }, () => processorMs(() => JSON.parse(JSON.stringify(sample)))));
