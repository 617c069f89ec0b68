import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proveContainer } from '../../../../src/agent/docker/engine/create-container.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { desired, mainnetSpec } from '../../../fixtures/node.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

const noLimit = 'error during container init: error setting rlimit type 7: operation not permitted';
const info = { ServerVersion: '20.10.24', DockerRootDir: '/var/lib/docker' };

/** Tries a container on an engine that answers a start with `started`. Returns the calls that changed something. */
async function prove(started: { status: number; message?: string }) {
  const path = join(scratchFolder('engine'), 'docker.sock');
  const calls: string[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    const at = url.split('?')[0] ?? '';
    if (method !== 'GET') calls.push(`${method} ${at}`);
    const isStart = at.endsWith('/start');
    const status = isStart ? started.status : at.endsWith('/create') ? 201 : method === 'DELETE' ? 204 : 200;
    const answer = isStart
      ? started
      : at === '/info'
        ? info
        : at.endsWith('/create')
          ? { Id: 'trial' }
          : { Config: {} };
    response.writeHead(status).end(status === 204 ? undefined : JSON.stringify(answer));
  }).listen(path);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const request = { desired: desired(), spec: mainnetSpec, stopTimeoutSeconds: 60 };
  const error = await proveContainer(new EngineClient(path), request, {}).catch((fault: Error) => fault.message);
  return { calls, error };
}

const calls = ['POST /containers/create', 'POST /containers/trial/start', 'DELETE /containers/trial'];

test('proveContainer › starts a container and removes it', async () => {
  expect(await prove({ status: 204 })).toEqual({ calls, error: undefined });
});

test('proveContainer › names limits that the engine cannot give, and removes the container', async () => {
  const found = await prove({ status: 500, message: noLimit });
  expect(found).toEqual({ calls, error: expect.stringContaining('raise LimitNOFILE') });
});
