import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../harness/certificate.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { runningGateway } from './running-gateway.ts';

test('an endpoint with TLS closes a connection that never begins the handshake', async () => {
  const { keyFile, caFile: certFile } = selfSigned(scratchFolder('gateway-tls'));
  const { port } = await runningGateway([], { tls: { certFile, keyFile } });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  // Far sooner than Node's own limit of two minutes, for which the gateway would not end either.
  await expect(once(socket, 'close', { signal: AbortSignal.timeout(30_000) })).resolves.toEqual([false]);
});
