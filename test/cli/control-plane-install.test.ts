import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { whyUnfit } from '../../src/cli/control-plane/install/checks.ts';
import { isReady } from '../../src/cli/control-plane/install/layout.ts';

const server = createServer((_request, answer) => answer.end());
afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

async function listen(port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

test('a control plane is found ready on a port that browsers block', async () => {
  const SATRAP_PORT = await listen(6697);
  expect(await isReady({ SATRAP_PORT })).toBe(true);
});

test.each([
  ['SATRAP_PORT', '--host and --port'],
  ['SATRAP_METRICS_PORT', 'SATRAP_METRICS_PORT in /etc/satrap/control-plane.env'],
])('where the port of %s is taken, the advice is %s', async (setting, advice) => {
  const port = await listen(0);
  const env = { SATRAP_PORT: '0', SATRAP_METRICS_PORT: '0', [setting]: port };
  const faults = await whyUnfit({ env, email: 'you@example.com', organization: 'Example', isRunning: false });
  expect(faults.filter((fault) => fault.includes(' port '))).toEqual([
    `Cannot use port ${port} of 127.0.0.1: in use by another program. Choose another one with ${advice}.`,
  ]);
});

test('an empty DATABASE_URL stands for the embedded database, as when it serves', async () => {
  const env = { SATRAP_PORT: '0', SATRAP_METRICS_PORT: '0', DATABASE_URL: '' };
  const faults = await whyUnfit({ env, email: 'you@example.com', organization: 'Example', isRunning: false });
  expect(faults.filter((fault) => fault.includes('DATABASE_URL'))).toEqual([]);
});

test.each(['SATRAP_PORT', 'SATRAP_METRICS_PORT'])('a malformed %s is named, with its file', async (setting) => {
  const env = { SATRAP_PORT: '0', SATRAP_METRICS_PORT: '0', [setting]: '41OO' };
  const message = `${setting} in /etc/satrap/control-plane.env must be a port from 0 to 65535, not 41OO`;
  const planned = { env, email: 'you@example.com', organization: 'Example', isRunning: false };
  await expect(whyUnfit(planned)).rejects.toMatchObject({ name: 'CommandError', message });
});
