import type { Server } from 'node:http';
import { poll } from '../timing/poll.ts';

/** Stops accepting connections and lets requests in flight finish. Cuts off those that still run after `withinMs`. */
export async function drain(server: Server, withinMs: number): Promise<void> {
  let isClosed = false;
  server.close(() => {
    isClosed = true;
  });
  await poll(
    () => {
      // A keep-alive connection is idle once its last request is answered.
      server.closeIdleConnections();
      return isClosed;
    },
    { withinMs },
  );
  server.closeAllConnections();
}
