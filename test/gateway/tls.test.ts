import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../harness/certificate.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';
import { runningGateway } from './running-gateway.ts';

async function gatewayWithTls() {
  const folder = scratchFolder('gateway-tls');
  const { keyFile, caFile } = selfSigned(folder);
  // As Let's Encrypt has them.
  const [certFile, linkedKeyFile] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  symlinkSync(caFile, certFile);
  symlinkSync(keyFile, linkedKeyFile);
  const tls = { certFile, keyFile: linkedKeyFile };
  return { tls, ca: readFileSync(caFile), gateway: await runningGateway([], { tls }) };
}

test('an endpoint serves the certificate that links lead to', async () => {
  const { ca, gateway } = await gatewayWithTls();
  const socket = connectTls({ port: gateway.port, host: 'localhost', ca });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'secureConnect');
  expect(socket.authorized).toBe(true);
});

test('an endpoint keeps its certificate when the file is a device', async () => {
  const { tls, gateway } = await gatewayWithTls();
  await gateway.configure({ tls: { ...tls, certFile: '/dev/null' } });
  const problem = async () => (await gateway.report()).endpoints[0]?.problem;
  await until('the problem is reported', async () => (await problem()) === '/dev/null is not a regular file');
  expect((await gateway.report()).endpoints[0]?.isListening).toBe(true);
});

test('an endpoint with TLS closes a connection that never begins the handshake', async () => {
  const { gateway } = await gatewayWithTls();
  const socket = connect(gateway.port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  // Far sooner than Node's own limit of two minutes, for which the gateway would not end either.
  await expect(once(socket, 'close', { signal: AbortSignal.timeout(30_000) })).resolves.toEqual([false]);
});
