import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkFacts, networks } from '../../src/bitcoin/network.ts';

/**
 * Listens on the networks' default ports, which every agent tries first, so that agents of concurrent files do not meet
 * there. A port that something else has taken serves as well, and is taken once that lets it go. `others`: ports of
 * containers on this machine, which no agent of a test takes either. They stay free while such a container restarts.
 */
export async function takeDefaultPorts(others: ReadonlySet<number>): Promise<Disposable> {
  let isEnded = false;
  const servers = networks.flatMap((network) => {
    const { rpcPort, p2pPort } = networkFacts(network);
    const ours = [rpcPort, p2pPort].filter((port) => !others.has(port));
    return ours.map((port) => {
      const server = createServer((socket) => socket.destroy());
      const listen = () => isEnded || server.listen(port, '127.0.0.1');
      server.on('error', ({ code }: NodeJS.ErrnoException) => {
        if (code !== 'EADDRINUSE') throw new Error(`cannot listen on port ${port}: ${code}`);
        setTimeout(listen, 500).unref();
      });
      listen();
      return server;
    });
  });
  await Promise.all(servers.map((server) => once(server, 'listening').catch(() => undefined)));
  return {
    [Symbol.dispose]: () => {
      isEnded = true;
      for (const server of servers) server.close();
    },
  };
}
