import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sharedControlPlane } from '../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ ownProcess: true });

test('a thousand agents that connect while the control plane has no time for them all get a place', async () => {
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
