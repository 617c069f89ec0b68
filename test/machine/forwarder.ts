import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { execa } from 'execa';

/** Lets containers of the host's engine reach a port of the host's loopback. */
export async function forwardFromContainers(port: number): Promise<{ host: string; port: number } & Disposable> {
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const { stdout } = await execa('docker', ['network', 'inspect', 'bridge', '--format', format]);
  const host = stdout.trim();
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
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
