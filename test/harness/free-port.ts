import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenHere } from './listen.ts';

/** Returns ports on which nothing listens now. All are held at once, because the kernel may give the same one twice. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map((server) => listenHere(server)));
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

export async function daemonPorts(): Promise<{ rpc: number; p2p: number }> {
  const [rpc = 0, p2p = 0] = await freePorts(2);
  return { rpc, p2p };
}
