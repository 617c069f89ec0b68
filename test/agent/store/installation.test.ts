import { beforeEach, expect, test } from 'vitest';
import type { DesiredNode } from '../../../src/agent/desired/desired-entry.ts';
import { DesiredState } from '../../../src/agent/desired/desired-state.ts';
import type { Store } from '../../../src/agent/store/database.ts';
import { type HostSettings, readHostSettings, writeHostSettings } from '../../../src/agent/store/host-settings.ts';
import { installationIn } from '../../../src/agent/store/installation.ts';
import { testStore } from '../test-store.ts';

let database: Store;

beforeEach(() => {
  database = testStore().database;
});

const settings: HostSettings = {
  dockerSocket: '/var/run/docker.sock',
  ...{ dockerHost: undefined, dockerTlsCa: undefined, dockerTlsCert: undefined, dockerTlsKey: undefined },
  ...{ dataRoot: undefined, dataRoots: {}, images: { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1' } } },
  ...{ networks: ['mainnet'], allowRegtest: false, nodeTypes: ['full'] },
  ...{ bindAddress: '127.0.0.1', p2pBindAddress: '0.0.0.0', zmqBindAddress: '127.0.0.1', nodeUser: '101:101' },
};

test('the store keeps the keys of the first version, so that it reads older stores', () => {
  const installation = installationIn(database);
  installation.executorId = 'e';
  installation.recordAgentVersion('1.0.0');
  installation.revision = 7;
  writeHostSettings(database, settings);
  const { instanceId } = installation;
  expect(installationIn(database).instanceId).toBe(instanceId);
  const { dataRoot: _none, ...host } = settings;
  const rows = database.prepare('SELECT key, value FROM identity').all();
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual({
    agent_version: '1.0.0',
    executor_id: 'e',
    host: JSON.stringify(host),
    instance_id: instanceId,
    revision: '7',
  });
});

test('invariant 8: the stored host settings exclude all others, such as the API key', () => {
  expect(readHostSettings(database)).toBeUndefined();
  writeHostSettings(database, { ...settings, apiKey: 'secret', dataRoot: '/data' } as HostSettings);
  expect(readHostSettings(database)).toEqual({ ...settings, dataRoot: '/data' });
});

test('another version requests the whole desired state, and keeps the stored one', () => {
  const start = (version: string) => {
    const installation = installationIn(database);
    installation.recordAgentVersion(version);
    return new DesiredState(database, installation);
  };
  const node = { id: 'a', name: 'a', desiredState: 'running' } as DesiredNode;
  start('1.0.0').accept({ executorId: 'e', revision: 3, nodes: [node] });
  expect(start('1.0.0').revision).toBe(3);

  const upgraded = start('1.1.0');
  expect(upgraded.revision).toBeUndefined();
  expect(upgraded.get('a')?.node).toEqual(node);
  const whole = { ...node, dataPolicy: 'keep' } as DesiredNode;
  expect(upgraded.accept({ executorId: 'e', revision: 3, nodes: [whole] })).toEqual(['a']);
  expect(start('1.1.0').revision).toBe(3);
});
