import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { rehearse } from '../../src/agent/offline/rehearse.ts';
import { openStore } from '../../src/agent/store/database.ts';
import { type HostSettings, readHostSettings } from '../../src/agent/store/host-settings.ts';
import { changesNothing } from '../../src/agent/upgrade/rehearse-upgrade.ts';
import { rehearsalReport } from '../../src/agent/upgrade/run-rehearsal.ts';
import { ownVersion } from '../../src/version.ts';
import { satrap } from '../harness/satrap.ts';
import { smallDisk } from '../harness/small-disk.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';

// One node of a real agent on a real engine; each test rehearses on a copy of that agent's store.

let host: TestHost;
let nodeId: string;
let settings: HostSettings;

beforeAll(async () => {
  host = await testHost();
  nodeId = (await host.nodes.create('alpha')).id;
  await host.nodes.untilPhase(nodeId, 'running');
}, 120_000);
afterAll(() => host?.[Symbol.asyncDispose](), 60_000);

/** Copies the store of the running agent like an upgrade, and changes it for the test. */
async function copyStore(change: (copy: DatabaseSync) => void = () => {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-rehearsal-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const running = new DatabaseSync(join(host.agent.dataDir, 'agent.db'));
  await backup(running, join(folder, 'agent.db'));
  running.close();
  const copy = openStore(folder);
  const stored = readHostSettings(copy);
  if (stored === undefined) throw new Error('the agent has not stored its settings');
  settings = stored;
  change(copy);
  copy.close();
  return folder;
}

const desire = (copy: DatabaseSync, state: string) =>
  copy.prepare(`UPDATE desired_node SET document = json_set(document, '$.desiredState', ?)`).run(state);

const rehearsed = (store: string, change: Partial<HostSettings> = {}) =>
  rehearse(store, {
    settings: { ...settings, ...change },
    now: Date.now(),
    signal: AbortSignal.timeout(60_000),
  });

test('a version that is the same plans nothing for a node that runs, by calls that only read', async () => {
  const store = await copyStore();
  const before = host.engine.calls.length;
  const report = await rehearsed(store);
  expect(report).toEqual({ version: ownVersion(), nodes: [{ id: nodeId, name: 'alpha', steps: [], error: null }] });
  expect(changesNothing(report)).toBe(true);
  expect(host.engine.calls.slice(before)).toEqual([]);
});

test('a version that would make another container names the step and the reason', async () => {
  const { nodes } = await rehearsed(await copyStore(), { nodeUser: '102:102' });
  expect(nodes[0]?.steps[0]).toEqual({
    action: 'stop the daemon',
    why: expect.stringMatching(/user|configuration|changed/i),
  });
});

test('a node that is being stopped is planned to its end', async () => {
  const { nodes } = await rehearsed(await copyStore((copy) => desire(copy, 'stopped')));
  expect(nodes[0]?.steps.map(({ action }) => action)).toEqual(['stop the daemon']);
});

test('a node that is to be deleted is not looked into', async () => {
  const before = host.engine.calls.length;
  expect((await rehearsed(await copyStore((copy) => desire(copy, 'deleted')))).nodes).toEqual([]);
  expect(host.engine.calls.slice(before)).toEqual([]);
});

test('an engine that does not answer is told of each node', async () => {
  const { nodes } = await rehearsed(await copyStore(), { dockerSocket: '/nonexistent/docker.sock' });
  expect(nodes[0]).toMatchObject({ steps: [], error: expect.stringContaining('/nonexistent/docker.sock') });
});

test('the store of a newer version is refused', async () => {
  const store = await copyStore((copy) => copy.exec('PRAGMA user_version=99'));
  await expect(rehearsed(store)).rejects.toThrow(/written by a newer agent/);
});

test('satrap agent rehearse prints the plans with the settings of the agent, and names what is wrong with those', async () => {
  const store = await copyStore();
  const { dataDir } = host.agent;
  const images = Object.entries(settings.images.bitcoind ?? {}).map(
    ([version, image]) => `bitcoind/${version}=${image}`,
  );
  const flags = [
    ...['--url', host.api.url, '--data-dir', dataDir, '--api-key-file', join(dataDir, 'api.key')],
    ...['--docker-socket', settings.dockerSocket, '--images', images.join(','), '--allow-regtest'],
    ...['--p2p-bind-address', settings.p2pBindAddress],
  ];
  const { code, stdout, stderr } = await satrap(['agent', 'rehearse', '--store', store, ...flags]);
  expect([code, stderr]).toEqual([0, '']);
  expect(rehearsalReport.parse(JSON.parse(stdout)).nodes).toEqual([
    { id: nodeId, name: 'alpha', steps: [], error: null },
  ]);
  expect(existsSync(join(dataDir, 'lock.db'))).toBe(true);
  const wrong = await satrap(['agent', 'rehearse', '--store', store, ...flags, '--node-user', 'root']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('node-user') });
});

test('satrap agent rehearse says what to do where the disk is full once the store is copied', async () => {
  const disk = smallDisk(8);
  copyFileSync(join(await copyStore(), 'agent.db'), join(disk.path, 'agent.db'));
  disk.fill(0);
  const { dataDir } = host.agent;
  const flags = ['--url', host.api.url, '--api-key-file', join(dataDir, 'api.key')];
  const { code, stderr } = await satrap(['agent', 'rehearse', '--store', disk.path, ...flags]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `satrap: the disk of ${disk.path} is full; free space on it, then request the upgrade again\n`,
  });
});
