import { createServer, type Server } from 'node:net';
import { networkFacts } from '../../src/bitcoin/network.ts';

/**
 * Listens on the networks' default ports, which every agent tries first, so that agents of files that run at the same time do not meet there:
 * each takes ports of its own range. A port that something else has taken serves as well.
 */
export async function takeDefaultPorts(): Promise<Disposable> {
  const ports = (['mainnet', 'signet', 'regtest'] as const).flatMap((network) => {
    const { rpcPort, p2pPort } = networkFacts(network);
    return [rpcPort, p2pPort];
  });
  const servers = await Promise.all(ports.map(listen));
  return {
    [Symbol.dispose]: () => {
      for (const server of servers) server.close();
    },
  };
}

function listen(port: number): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const server = createServer((socket) => socket.destroy());
  server.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE' ? resolve(server) : reject(error),
  );
  server.listen(port, '127.0.0.1', () => resolve(server));
  return promise;
}
