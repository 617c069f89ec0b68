import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { probe } from '../../src/agent/offline/probe.ts';
import type { AgentSettings } from '../../src/agent/settings/settings.ts';
import { testStore } from './test-store.ts';

async function settingsFor(status: number, body = '{"data":{}}'): Promise<AgentSettings> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { folder: dataDir, database } = testStore();
  database.close();
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return {
    url,
    apiKey: 'key',
    dataDir,
    dockerSocket: join(dataDir, 'no.sock'),
    noProxy: [] as string[],
  } as AgentSettings;
}

test.each([
  [200, null],
  [429, 'the control plane answers HTTP 429'],
  [500, 'the control plane answers HTTP 500'],
])('a control plane that answers %i', async (status, controlPlane) => {
  const settings = await settingsFor(status);
  expect(await probe(() => settings)).toMatchObject({ settings: null, store: null, controlPlane });
});

test('an engine, a store and a control plane that are not there are each named', async () => {
  const settings = await settingsFor(200);
  const dataDir = join(settings.dataDir, 'none');
  const found = await probe(() => ({ ...settings, dataDir, url: 'http://127.0.0.1:1/graphql' }));
  expect(found).toEqual({
    version: expect.any(String),
    settings: null,
    store: expect.stringContaining('ENOENT'),
    engine: expect.any(String),
    controlPlane: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a key that is refused counts, and settings that cannot be read are the fault of all', async () => {
  const settings = await settingsFor(200, '{"errors":[{"extensions":{"code":"Unauthenticated"}}]}');
  expect((await probe(() => settings)).controlPlane).not.toBe(null);
  const fault = () => {
    throw new Error('url: is missing');
  };
  expect(await probe(fault)).toMatchObject({ settings: 'url: is missing', engine: 'url: is missing' });
});
