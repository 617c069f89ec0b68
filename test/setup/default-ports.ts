import { createServer, type Server } from 'node:net';
import { networkFacts, networks } from '../../src/bitcoin/network.ts';

/**
 * Listens on the networks' default ports, which every agent tries first, so that agents of files that run at the same time do not meet there:
 * each takes ports of its own range. A port that something else has taken serves as well, and is taken once that lets it go: another run of the
 * tests that ends must not leave it to a node of this one, which the next run would keep from it.
 */
export async function takeDefaultPorts(): Promise<Disposable> {
  const ports = networks.flatMap((network) => {
    const { rpcPort, p2pPort } = networkFacts(network);
    return [rpcPort, p2pPort];
  });
  const servers = new Map<number, Server>();
  let isEnded = false;
  const takeFree = () =>
    Promise.all(
      ports.map(async (port) => {
        const server = servers.has(port) ? null : await listen(port);
        if (server === null) return;
        if (isEnded || servers.has(port)) server.close();
        else servers.set(port, server);
      }),
    );
  await takeFree();
  const again = setInterval(() => void takeFree(), 500);
  return {
    [Symbol.dispose]: () => {
      isEnded = true;
      clearInterval(again);
      for (const server of servers.values()) server.close();
    },
  };
}

/** Null for a port that is taken. */
function listen(port: number): Promise<Server | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Server | null>();
  const server = createServer((socket) => socket.destroy());
  server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
  server.listen(port, '127.0.0.1', () => resolve(server));
  return promise;
}
