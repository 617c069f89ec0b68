/** Resolves on the first SIGTERM or SIGINT. A second one exits immediately. */
export function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStopped = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopped) process.exit(130);
      isStopped = true;
      resolve();
    });
  return promise;
}
