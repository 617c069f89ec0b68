import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenHere } from './listen.ts';

// Below the default ports of daemons, those of the tests' nodes, and those that the kernel gives to outgoing connections
// and to servers on port 0: a port from there could go to another server before the one that asked for it starts.
const range = { from: 10_000, until: 18_000 };

/** Returns a port on which nothing listens now, and which no other call of this run gets. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.until);
    try {
      claim(port);
      await listenOnce(port);
      return port;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST' && code !== 'EADDRINUSE') throw error;
    }
  }
}

export async function daemonPorts(): Promise<{ rpc: number; p2p: number }> {
  return { rpc: await freePort(), p2p: await freePort() };
}

/** Throws EEXIST. The workers of a run are processes of their own, and share its folder for temporary files. */
function claim(port: number): void {
  const folder = join(tmpdir(), 'satrap-test-ports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, String(port)), '', { flag: 'wx' });
}

/** Throws EADDRINUSE. */
async function listenOnce(port: number): Promise<void> {
  const server = createServer();
  await listenHere(server, port);
  await once(server.close(), 'close');
}
