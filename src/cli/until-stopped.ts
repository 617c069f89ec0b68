/** Resolves on the first SIGTERM or SIGINT. A second one exits immediately. */
export async function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => {
    process.once('SIGTERM', () => process.exit(130));
    process.once('SIGINT', () => process.exit(130));
    resolve();
  };
  let stopped = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      if (stopped) return;
      stopped = true;
      stop();
    });
  }
  await promise;
}
