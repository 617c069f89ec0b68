import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A SOCKS 5 server (RFC 1928) that records what clients ask for, and leads to the given places only. */
export interface SocksServer extends AsyncDisposable {
  port: number;
  /** `HOST:PORT` of each request so far. */
  requests: ReadonlySet<string>;
  /** Forgets the requests. */
  clear(): void;
}

interface Place {
  host: string;
  port: number;
}

/** `routes`: what leads somewhere, by `HOST:PORT` of the request. The server refuses all others. */
export async function startSocksServer(
  host: string,
  routes: ReadonlyMap<string, Place> = new Map(),
): Promise<SocksServer> {
  const requests = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.once('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    void serve(client, requests, routes).catch(() => client.destroy());
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    clear: () => requests.clear(),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const [noAuth, password] = [0, 2];

async function serve(client: Socket, requests: Set<string>, routes: ReadonlyMap<string, Place>): Promise<void> {
  const read = reader(client);
  const [, methodCount = 0] = await read(2);
  const methods = await read(methodCount);
  // bitcoind sends credentials, with which Tor isolates its connections.
  const method = methods.includes(password) ? password : noAuth;
  client.write(Buffer.of(5, method));
  if (method === password) {
    const [, userLength = 0] = await read(2);
    await read(userLength);
    await read((await read(1))[0] ?? 0);
    client.write(Buffer.of(1, 0));
  }
  const [, , , type = 0] = await read(4);
  const address = await read(type === 1 ? 4 : type === 4 ? 16 : ((await read(1))[0] ?? 0));
  const name = type === 3 ? address.toString() : type === 1 ? address.join('.') : address.toString('hex');
  const request = `${name}:${(await read(2)).readUInt16BE()}`;
  requests.add(request);
  const place = routes.get(request);
  const reply = (code: number) => client.write(Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0));
  if (place === undefined) {
    const hostUnreachable = 4;
    reply(hostUnreachable);
    client.end();
    return;
  }
  const target = connect(place);
  target.on('error', () => client.destroy());
  client.once('close', () => target.destroy());
  target.once('close', () => client.destroy());
  await once(target, 'connect');
  reply(0);
  client.pipe(target).pipe(client);
}

/** Reads exactly so many bytes. Rejects if the client ends first. */
function reader(socket: Socket) {
  return async (count: number): Promise<Buffer> => {
    if (count === 0) return Buffer.alloc(0);
    for (;;) {
      const bytes: Buffer | null = socket.read(count);
      if (bytes !== null) return bytes;
      if (socket.readableEnded || socket.destroyed) throw new Error('the client has ended');
      await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
    }
  };
}
