import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { gatherControlPlane } from '../../../src/agent/control-plane/gather-control-plane.ts';
import { labels, objectName } from '../../../src/agent/docker/engine/labels.ts';
import { gatherFacts, gatherForeignObjects } from '../../../src/agent/doctor/gather.ts';
import { findUnreadable, gatherChainDisk } from '../../../src/agent/doctor/gather-host.ts';
import { judgeControlPlane } from '../../../src/agent/doctor/judge-control-plane.ts';
import { hostRuntime } from '../../../src/agent/offline/host-runtime.ts';
import { loadAgentSettings } from '../../../src/agent/settings/load.ts';
import { errorWithCause } from '../../../src/text/error-message.ts';
import { FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { ReleaseServer } from '../../harness/release-server.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { smallDisk } from '../../harness/small-disk.ts';
import { healthy } from './facts.ts';

test('the facts are those of the real engine, control plane and disks', async () => {
  const controlPlane = await FaultyControlPlane.start();
  const dataDir = scratchFolder('doctor');
  const { path: small } = smallDisk(16);
  const image = Object.values(inject('clientImages'))[0] ?? '';
  onTestFinished(() => controlPlane.close());
  const { settings } = loadAgentSettings({
    flags: {
      ...{ url: controlPlane.url, dataDir, dataRoots: `ssd=${small}`, dockerSocket: inject('dockerSocket') },
      images: `bitcoind/28.1=${image},bitcoind/99.9=127.0.0.1:1/satrap-no-such-image:99.9`,
    },
    env: { SATRAP_AGENT_API_KEY: controlPlane.apiKey },
    configPath: '/dev/null',
    uid: 0,
  });
  const facts = await gatherFacts({ settings }, Date.now);
  expect(facts.engine).toMatchObject({
    version: expect.stringMatching(/^\d+\./),
    rootDir: expect.stringMatching(/^\//),
  });
  expect(facts.images).toMatchObject([
    { version: 'bitcoind 28.1', image, fault: null },
    { version: 'bitcoind 99.9', fault: expect.stringContaining('connection refused') },
  ]);
  expect(facts.storeDisk).toMatchObject({ path: dataDir, fsyncMs: expect.any(Number) });
  expect(facts.storeDisk?.totalMiB).toBeGreaterThan(facts.storeDisk?.freeMiB ?? 0);
  expect(facts.memory.totalMiB).toBeGreaterThan(facts.memory.availableMiB);
  expect(facts.openFiles.engine?.limit).toBeGreaterThan(0);
  expect(facts.controlPlane).toMatchObject({ error: null, key: { purpose: 'executor' }, addresses: ['127.0.0.1'] });
  expect(Math.abs(facts.controlPlane?.clockAheadSeconds ?? 99)).toBeLessThan(5);
  expect(facts.agent).toBeNull();
  const away = hostRuntime({ dockerSocket: '/nonexistent/docker.sock' }).facts();
  expect(await away.catch(errorWithCause)).toContain('ENOENT');
  expect(await gatherChainDisk(null, { uid: 0, gid: 0 })).toMatchObject({ path: null, disk: null });
  expect(facts.chainDisks[1]).toMatchObject({ path: small, disk: { totalMiB: 16, kind: 'tmpfs' }, missingMount: null });
  const [fstab, mountinfo] = [join(dataDir, 'fstab'), join(dataDir, 'mountinfo')];
  writeFileSync(fstab, `/dev/sdb1 ${small} ext4 defaults 0 2\n`);
  writeFileSync(mountinfo, '');
  expect(await gatherChainDisk(join(small, 'chain'), { uid: 0, gid: 0 }, { fstab, mountinfo })).toMatchObject({
    missingMount: small,
  });
});

test('reads the certificate from the connection, even an untrusted one', async () => {
  await using server = await ReleaseServer.start();
  const way = { url: server.url, apiKey: 'a-key', caFile: server.caFile, proxy: undefined, noProxy: [] };
  server.body = Buffer.from('{"data":{"viewer":{"purpose":"executor"}}}');
  const facts = await gatherControlPlane(way, Date.now);
  expect(facts).toMatchObject({ error: null, key: { purpose: 'executor' } });
  const days = (Date.parse(facts.certificateEndsAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(2);
  const unknown = await gatherControlPlane({ ...way, caFile: undefined }, Date.now);
  expect(unknown).toMatchObject({ certificateEndsAt: null, error: expect.stringMatching(/certificate/) });
  expect(judgeControlPlane({ ...healthy, controlPlane: unknown }, Date.now())).toContainEqual(
    expect.objectContaining({ level: 'problem', remedy: expect.stringContaining('ca_file') }),
  );
});

test('what another executor left in the engine is found by its label', async () => {
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const [mine, other] = [randomUUID(), randomUUID()];
  for (const executor of [mine, other]) {
    await docker.createVolume({ Name: objectName(executor), Labels: { [labels.executor]: executor } });
    onTestFinished(() => docker.getVolume(objectName(executor)).remove());
  }
  const host = hostRuntime({ dockerSocket: inject('dockerSocket') });
  const foreignObjects = await gatherForeignObjects(host, mine);
  expect(foreignObjects).toContain(`${objectName(other)} (executor ${other})`);
  expect(foreignObjects.join()).not.toContain(objectName(mine));
});

test('root sees the certificates and the disk as the agent’s user does', async () => {
  const folder = scratchFolder('seen');
  const [open, closed, storage] = [join(folder, 'open.pem'), join(folder, 'closed.pem'), join(folder, 'storage')];
  writeFileSync(open, '');
  writeFileSync(closed, '', { mode: 0o600 });
  mkdirSync(storage);
  chmodSync(folder, 0o711);
  const unreadable = (uid: number) =>
    findUnreadable([open, closed, undefined, join(folder, 'none')], { uid, gid: uid });
  const diskSeen = async (uid: number) => (await gatherChainDisk(storage, { uid, gid: uid })).disk;
  const disk = { totalMiB: expect.any(Number) };
  expect(unreadable(0)).toEqual([]);
  expect(unreadable(65_534)).toEqual([closed]);
  expect(await diskSeen(65_534)).toMatchObject(disk);
  chmodSync(folder, 0o700);
  expect(unreadable(65_534)).toEqual([open, closed]);
  expect(await diskSeen(65_534)).toBeNull();
  expect(await diskSeen(0)).toMatchObject(disk);
});
