import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { execa } from 'execa';

export interface Address {
  host: string;
  port: number;
}

/** Lets containers of the host's engine reach a port of the host's loopback. */
export async function forwardFromContainers(port: number): Promise<Address & Disposable> {
  // An engine that has just made its bridge does not name the gateway of it.
  const format = '{{index .Options "com.docker.network.bridge.name"}}';
  const { stdout } = await execa('docker', ['network', 'inspect', 'bridge', '--format', format]);
  const address = networkInterfaces()[stdout.trim()]?.find(({ family }) => family === 'IPv4')?.address;
  if (address === undefined) throw new Error(`the bridge “${stdout.trim()}” of the engine has no address on this host`);
  return forward(address, { host: '127.0.0.1', port });
}

/** Passes what comes to any free port of an address of this host on to another address. */
export async function forward(host: string, target: Address): Promise<Address & Disposable> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
  });
  server.listen(0, host);
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { host, port: (server.address() as AddressInfo).port, [Symbol.dispose]: close };
}
