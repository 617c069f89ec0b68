import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { proveContainer } from '../../../../src/agent/docker/engine/create-container.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { desired, mainnetSpec } from '../../../fixtures/node.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

const noLimit = 'error during container init: error setting rlimit type 7: operation not permitted';
const docker = { ServerVersion: '20.10.24', DockerRootDir: '/var/lib/docker' };
const podman = { ...docker, BuildahVersion: '1.28.2' };

/** Tries a container on an engine that answers a start with `started`. Returns the calls that changed something. */
async function prove(started: { status: number; message?: string }, info: object = docker) {
  const path = join(scratchFolder('engine'), 'docker.sock');
  const calls: string[] = [];
  const created: { HostConfig: { Ulimits?: unknown } }[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const at = url.split('?')[0] ?? '';
    if (method !== 'GET') calls.push(`${method} ${at}`);
    const answer = (status: number, body: object) =>
      response.writeHead(status).end(status === 204 ? undefined : JSON.stringify(body));
    if (at.endsWith('/start')) return answer(started.status, started);
    if (method === 'DELETE') return answer(204, {});
    if (!at.endsWith('/create')) return answer(200, at === '/info' ? info : { Config: {} });
    created.push((await json(request)) as (typeof created)[number]);
    return answer(201, { Id: 'trial' });
  }).listen(path);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = { desired: desired(), spec: mainnetSpec, stopTimeoutSeconds: 60 };
  const error = await proveContainer(new EngineClient(path), request, {}).catch((fault: Error) => fault.message);
  return { calls, error, limits: created.map(({ HostConfig }) => HostConfig.Ulimits) };
}

const calls = ['POST /containers/create', 'POST /containers/trial/start', 'DELETE /containers/trial'];

test('proveContainer › starts a container and removes it', async () => {
  expect(await prove({ status: 204 })).toMatchObject({ calls, error: undefined });
});

test('proveContainer › names a limit that the engine cannot give', async () => {
  const found = await prove({ status: 500, message: noLimit });
  expect(found).toMatchObject({ calls, error: expect.stringContaining('raise LimitNOFILE') });
});

test.each([
  ['asks Docker for open files', docker, [{ Name: 'nofile', Soft: 4096, Hard: 4096 }]],
  ['leaves open files to Podman', podman, []],
])('proveContainer › %s', async (_what, info, limits) => {
  expect((await prove({ status: 204 }, info)).limits).toEqual([limits]);
});
