/**
 * Lets those that come one by one continue together: `size` of them, or all that came within `maxWaitMs`. Work that is
 * done in a row finds code and data in the processor's caches, and shares statements.
 */
export function together({ size, maxWaitMs }: { size: number; maxWaitMs: number }): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const go = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const next of waiting.splice(0)) next();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length >= size) go();
      else timer ??= setTimeout(go, maxWaitMs);
    });
}
