import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { probe } from '../../src/agent/offline/probe.ts';
import type { AgentSettings } from '../../src/agent/settings/settings.ts';
import { listenHere } from '../harness/listen.ts';
import { testStore } from './test-store.ts';

async function settingsFor(status: number, body = '{"data":{}}'): Promise<AgentSettings> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  onTestFinished(() => void server.close());
  const { folder: dataDir, database } = testStore();
  database.close();
  const url = `http://127.0.0.1:${await listenHere(server)}/graphql`;
  return {
    url,
    apiKey: 'key',
    dataDir,
    dockerSocket: join(dataDir, 'no.sock'),
    noProxy: [],
  } as Partial<AgentSettings> as AgentSettings;
}

test.each([
  [200, '{"data":{}}', null],
  [200, '{"errors":[{"message":"No such key.","extensions":{"code":"unauthenticated"}}]}', 'No such key.'],
  [500, '', "HTTP 500, not a control plane's response"],
])('a control plane that answers %i and %s', async (status, body, controlPlane) => {
  const settings = await settingsFor(status, body);
  expect(await probe(() => settings)).toMatchObject({ settings: null, store: null, controlPlane });
});

test('names a missing engine, store and control plane; invalid settings fail all three', async () => {
  const settings = await settingsFor(200);
  const dataDir = join(settings.dataDir, 'none');
  const found = await probe(() => ({ ...settings, dataDir, url: 'http://127.0.0.1:1/graphql' }));
  expect(found).toEqual({
    ...{ version: expect.any(String), settings: null, engine: expect.any(String) },
    ...{ store: expect.stringContaining('ENOENT'), controlPlane: expect.stringContaining('ECONNREFUSED') },
  });
  const fault = () => {
    throw new Error('url: is missing');
  };
  expect(await probe(fault)).toMatchObject({ settings: 'url: is missing', engine: 'url: is missing' });
});
