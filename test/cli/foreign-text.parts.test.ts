import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { TestNodes } from '../harness/nodes.ts';
import { satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';

const evil = 'x\u001b]0;owned\u0007\u009b2Jy\nsatrap: all is well';
let controlPlane: TestControlPlane;
let executorKey: string;
let host: TestExecutor;
let nodes: TestNodes;
let lyingServer: Server;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  executorKey = await controlPlane.key('executor');
  host = new TestExecutor(controlPlane, executorKey, 'host');
  nodes = new TestNodes(controlPlane, (await host.sync()).data.syncExecutor.executorId);
  lyingServer = createServer(async (request, response) => {
    await text(request);
    const errors = [{ message: evil, extensions: { issues: [{ path: ['a', 'b'], message: evil }] } }];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ errors }));
  });
  await new Promise<void>((resolve) => lyingServer.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  lyingServer?.close();
  await controlPlane?.destroy();
});

const run = (words: readonly string[], url = controlPlane.url) =>
  satrap(words, { SATRAP_URL: url, SATRAP_API_KEY: controlPlane.personalKey });

test('an executor’s message about an unreadable log does not take over the terminal', async () => {
  await nodes.create('logged');
  const shown = run(['nodes', 'logs', 'logged']);
  const request = await until('the log is asked for', async () => (await host.requests())[0]);
  await host.answer(request.id, { error: evil });
  expect((await shown).stderr).toBe('satrap: no log: x ]0;owned 2Jy satrap: all is well\n');
});

test('an error message of a control plane does not take over the terminal', async () => {
  const { port } = lyingServer.address() as AddressInfo;
  const { stderr } = await run(['nodes', 'list'], `http://127.0.0.1:${port}/graphql`);
  expect(stderr).toBe('satrap: invalid input:\n  b: x ]0;owned 2Jy satrap: all is well\n');
});

test('a command that names an id means the node with that id, not one whose name is that id', async () => {
  const { id } = await nodes.create('zebra');
  const impostor = await nodes.create('impostor');
  await nodes.update(impostor.id, { name: id });
  expect((await run(['nodes', 'stop', id])).stdout).toMatch(/^zebra /);
  const { executors } = await controlPlane.ask('{ executors { id } }');
  await (await TestExecutor.withKey(controlPlane, executors[0].id)).sync();
  expect((await run(['executors', 'delete', executors[0].id])).stderr).toContain('host still has nodes');
});
