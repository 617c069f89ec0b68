import { createServer, type Server } from 'node:net';

/** Returns a port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = await listen();
  const port = portOf(server);
  await close(server);
  return port;
}

/** Returns two ports for a daemon. Both are held at once, because the kernel may give the same one twice. */
export async function daemonPorts(): Promise<{ rpc: number; p2p: number }> {
  const [first, second] = [await listen(), await listen()];
  const ports = { rpc: portOf(first), p2p: portOf(second) };
  await Promise.all([close(first), close(second)]);
  return ports;
}

function listen(): Promise<Server> {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const server = createServer();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => resolve(server));
  return promise;
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on no port');
  return address.port;
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  return promise;
}
