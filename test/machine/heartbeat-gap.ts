import { setTimeout as delay } from 'node:timers/promises';
import type { TestControlPlane } from '../harness/control-plane.ts';

/** Returns the longest pause between two heartbeats of the executor that is online during `work`, in milliseconds. */
export async function heartbeatGap(controlPlane: TestControlPlane, work: () => Promise<void>): Promise<number> {
  const beats = new Set<string>();
  const watching = new AbortController();
  const watched = (async () => {
    while (!watching.signal.aborted) {
      // A database that does not answer for a moment is asked again.
      const { data } = await controlPlane.call('{ executors { lastSeenAt } }').catch(() => ({ data: null }));
      const seen: string[] = (data?.executors ?? []).map(({ lastSeenAt }: { lastSeenAt: string }) => lastSeenAt);
      beats.add(seen.toSorted().at(-1) ?? '');
      await delay(200);
    }
  })();
  try {
    await work();
  } finally {
    watching.abort();
    await watched;
  }
  const times = [...beats]
    .filter(Boolean)
    .map((at) => Date.parse(at))
    .toSorted((a, b) => a - b);
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}
