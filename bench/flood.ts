import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What a flood sends, in a thread of its own: what it costs must not slow down the clock of the bench. */
export interface FloodData {
  url: string;
  body: string;
  key: string;
  connections: number;
}

/** Sends a body again and again, as fast as the answers come, whatever they say, until it is told to end. */
async function flood({ url, body, key, connections }: FloodData): Promise<void> {
  const ending = new AbortController();
  parentPort?.once('message', () => ending.abort());
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const blob = new Blob([body]);
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!ending.signal.aborted) {
        // A server that refuses a body may close the connection while it arrives.
        await fetch(url, { method: 'POST', headers, body: blob, signal: ending.signal }).then(
          (answer) => answer.text().catch(() => undefined),
          () => delay(5),
        );
      }
    }),
  );
}

await flood(workerData as FloodData);
