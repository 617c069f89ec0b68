import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * A listener takes one connection in a round of the event loop, however many wait. When all agents of a large fleet
 * come at once, rounds are long, and those that wait give up before it is their turn. Other systems have no listeners
 * that share a port.
 */
const listenersOfPort = process.platform === 'linux' ? 64 : 1;

/** As many as a busy process accepts within seconds. A client that waits longer has given up, and is still accepted in turn. */
const backlog = 2048 / listenersOfPort;

export interface Address {
  host: string;
  port: number;
}

/** All listeners of an HTTP server, which is the first; they are closed together. */
export type Listeners = readonly [HttpServer, ...Server[]];

/** Throws what `Server.listen` emits; listeners of another process count, as they do without sharing. */
export async function listenAtOnce(
  server: HttpServer,
  { host, port: wanted }: Address,
): Promise<{ listeners: Listeners; port: number }> {
  const probe = createServer();
  const port = await listenAt(probe, { host, port: wanted });
  await new Promise((resolve) => probe.close(resolve));
  const listeners: Listeners = [server, ...Array.from({ length: listenersOfPort - 1 }, () => besideOf(server))];
  const reusePort = listeners.length > 1;
  for (const listener of listeners) await listenAt(listener, { host, port, backlog, reusePort });
  return { listeners, port };
}

/** As `http.createServer` and `https.createServer` make their own: a handshake of TLS cannot end in a half-open connection. */
const besideOf = (server: HttpServer): Server =>
  createServer({ allowHalfOpen: !('setSecureContext' in server), noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );

/** Returns the port. */
export async function listenAt(
  server: Server,
  at: Address & { backlog?: number; reusePort?: boolean },
): Promise<number> {
  server.listen(at);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
