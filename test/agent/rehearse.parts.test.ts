import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { rehearse } from '../../src/agent/offline/rehearse.ts';
import { loadAgentSettings } from '../../src/agent/settings/load.ts';
import { openStore } from '../../src/agent/store/database.ts';
import type { HostSettings } from '../../src/agent/store/host-settings.ts';
import { changesNothing, rehearsalReport } from '../../src/agent/upgrade/rehearse-upgrade.ts';
import { ownVersion } from '../../src/version.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { satrap } from '../harness/satrap.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { smallDisk } from '../harness/small-disk.ts';
import { runningNode } from '../harness/test-node.ts';

test('a version rehearses on a copy of the store, reads only, and reports faults', async () => {
  const proxy = await DockerProxy.start(inject('dockerSocket'));
  onTestFinished(() => proxy.stop());
  const node = await runningNode({ client: new EngineClient(proxy.socketPath) });
  const keyFile = join(node.dataDir, 'api.key');
  writeFileSync(keyFile, 'a-key-for-the-tests', { mode: 0o600 });
  const images = Object.entries(inject('clientImages')).map(([version, image]) => `bitcoind/${version}=${image}`);
  const flags = {
    ...{ url: 'http://127.0.0.1:4100/graphql', apiKeyFile: keyFile, dataDir: node.dataDir, allowRegtest: 'true' },
    ...{ dockerSocket: proxy.socketPath, images: images.join(','), p2pBindAddress: '127.0.0.1' },
  };
  const { settings } = loadAgentSettings({ flags, env: {}, configPath: '/dev/null' });
  /** Copies the store of the running agent like an upgrade, and changes it. */
  const copyStore = async (change: (copy: DatabaseSync) => void = () => {}): Promise<string> => {
    const folder = scratchFolder('rehearsal');
    using running = new DatabaseSync(join(node.dataDir, 'agent.db'));
    await backup(running, join(folder, 'agent.db'));
    using copy = openStore(folder);
    change(copy);
    return folder;
  };
  const desire = (state: string) => (copy: DatabaseSync) =>
    copy.prepare(`UPDATE desired_node SET document = json_set(document, '$.desiredState', ?)`).run(state);
  const rehearsed = (store: string, change: Partial<HostSettings> = {}) =>
    rehearse(store, { settings: { ...settings, ...change }, now: Date.now(), signal: AbortSignal.timeout(60_000) });
  const nodes = [{ id: node.nodeId, name: 'tried', steps: [], error: null }];
  const before = proxy.calls.length;

  const report = await rehearsed(await copyStore());
  expect(report).toEqual({ version: ownVersion(), nodes });
  expect(changesNothing(report)).toBe(true);
  // Invariant 9: existing data keeps its owner.
  expect(changesNothing(await rehearsed(await copyStore(), { nodeUser: '102:102' }))).toBe(true);
  const remade = await rehearsed(await copyStore(), { bindAddress: '127.0.0.2' });
  const why = expect.stringMatching(/RPC address|configuration|changed/i);
  expect(remade.nodes[0]?.steps.slice(0, 2)).toEqual([
    { action: 'check that the engine creates the container', why },
    { action: 'stop the daemon', why },
  ]);
  const stopped = await rehearsed(await copyStore(desire('stopped')));
  expect(stopped.nodes[0]?.steps.map(({ action }) => action)).toEqual(['stop the daemon']);
  expect((await rehearsed(await copyStore(desire('deleted')))).nodes).toEqual([]);
  const away = await rehearsed(await copyStore(), { dockerSocket: '/nonexistent/docker.sock' });
  expect(away.nodes[0]).toMatchObject({ steps: [], error: expect.stringContaining('/nonexistent/docker.sock') });
  const newer = await copyStore((copy) => copy.exec('PRAGMA user_version=99'));
  await expect(rehearsed(newer)).rejects.toThrow(/written by a newer agent/);

  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const words = Object.entries(flags).map(([name, value]) => `--${kebab(name)}=${value}`);
  const command = async (store: string, ...more: string[]) =>
    satrap(['agent', 'rehearse', '--config', '/dev/null', '--store', store, ...words, ...more]);
  const { code, stdout, stderr } = await command(await copyStore());
  expect([code, stderr]).toEqual([0, '']);
  expect(rehearsalReport.parse(JSON.parse(stdout)).nodes).toEqual(nodes);
  const wrong = await command(await copyStore(), '--node-user', 'root');
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('node-user') });
  expect(proxy.calls.slice(before)).toEqual([]);

  const disk = smallDisk(8);
  copyFileSync(join(await copyStore(), 'agent.db'), join(disk.path, 'agent.db'));
  disk.fill(0);
  expect(await command(disk.path)).toMatchObject({
    code: 1,
    stderr: `error: the disk of ${disk.path} is full; free space on it, then request the upgrade again\n`,
  });
});
