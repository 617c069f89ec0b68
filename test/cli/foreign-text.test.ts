import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { TestNodes } from '../harness/nodes.ts';
import { satrap } from '../harness/satrap.ts';

const evil = 'x\u001b]0;owned\u0007\u009b2Jy\nsatrap: all is well';
let controlPlane: TestControlPlane;
let host: TestExecutor;
let nodes: TestNodes;
let liar: Server;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host');
  nodes = new TestNodes(controlPlane, (await host.sync()).data.syncExecutor.executorId);
  liar = createServer(async (request, response) => {
    await text(request);
    const errors = [{ message: evil, extensions: { issues: [{ path: ['a', 'b'], message: evil }] } }];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ errors }));
  });
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  liar?.close();
  await controlPlane?.destroy();
});

const ours = (words: readonly string[], url = controlPlane.url) =>
  satrap(words, { SATRAP_URL: url, SATRAP_API_KEY: controlPlane.personalKey });

test('the reason of a node that fails does not take over the terminal', async () => {
  const { id } = await nodes.create('failing');
  const failing = (since: string) => ({ nodes: [{ id, phase: 'failing', since, reason: evil }] });
  await host.sync(failing('2026-01-01T00:00:00.000Z'));
  const started = ours(['nodes', 'restart', 'failing', '--wait']);
  await nodes.untilPhase(id, 'failing');
  await host.sync(failing('2026-01-02T00:00:00.000Z'));
  expect((await started).stderr).toBe('satrap: failing is failing: x ]0;owned 2Jy satrap: all is well\n');
});

test('nor do the words of a control plane', async () => {
  const { port } = liar.address() as AddressInfo;
  const { stderr } = await ours(['nodes', 'list'], `http://127.0.0.1:${port}/graphql`);
  expect(stderr).toBe('satrap: the values are not all right:\n  b: x ]0;owned 2Jy satrap: all is well\n');
});

test('an id wins over a name that looks like it', async () => {
  const { id } = await nodes.create('zebra');
  const impostor = await nodes.create('impostor');
  await nodes.update(impostor.id, { name: id });
  expect((await ours(['nodes', 'stop', id])).stdout).toMatch(/^zebra /);
  const executors = async (words: readonly string[]) => (await ours(words)).stdout;
  const hosts = JSON.parse(await executors(['executors', 'list', '--json'])) as { id: string; name: string }[];
  const lonely = new TestExecutor(controlPlane, await controlPlane.key('executor'), randomUUID());
  await lonely.sync();
  expect(hosts).toHaveLength(1);
  expect(await executors(['executors', 'delete', lonely.name])).toMatch(new RegExp(`^${lonely.name} is removed`));
});
