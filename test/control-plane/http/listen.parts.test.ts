import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { serveControlPlane } from '../../../src/control-plane/serve.ts';
import { quiet } from '../../harness/server-database.ts';
import { sharedControlPlane } from '../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ ownProcess: true });

test('a thousand agents that connect at once all get a place', async () => {
  const { port, hostname } = new URL(controlPlane.url);
  process.kill(controlPlane.pid, 'SIGSTOP');
  const sockets = Array.from({ length: 1000 }, () => connect({ host: hostname, port: Number(port) }));
  try {
    // One without a place would be told nothing, and try again after seconds.
    await Promise.all(sockets.map((socket) => once(socket, 'connect', { signal: AbortSignal.timeout(60_000) })));
  } finally {
    process.kill(controlPlane.pid, 'SIGCONT');
    for (const socket of sockets) socket.destroy();
  }
  expect((await controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
});

test('a second control plane on the same port does not share it, and says so', async () => {
  const { settings } = controlPlane;
  await expect(serveControlPlane(settings, quiet)).rejects.toThrow(
    `cannot listen on ${settings.host}:${settings.port} (EADDRINUSE); choose another with --host and --port`,
  );
});
