import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { labels, objectName } from '../../../src/agent/docker/engine/labels.ts';
import { gatherFacts } from '../../../src/agent/doctor/gather.ts';
import { gatherControlPlane } from '../../../src/agent/doctor/gather-control-plane.ts';
import { gatherForeignObjects } from '../../../src/agent/doctor/gather-engine.ts';
import { findUnreadable, gatherChainDisk } from '../../../src/agent/doctor/gather-host.ts';
import { judgeControlPlane } from '../../../src/agent/doctor/judge-control-plane.ts';
import { hostRuntime } from '../../../src/agent/offline/host-runtime.ts';
import { loadAgentSettings } from '../../../src/agent/settings/load.ts';
import { errorWithCause } from '../../../src/text/error-message.ts';
import { FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { ReleaseServer } from '../../harness/release-server.ts';
import { smallDisk } from '../../harness/small-disk.ts';
import { healthy } from './facts.ts';

test('the facts about a host are those of its real engine, its disks and its control plane', async () => {
  const controlPlane = await FaultyControlPlane.start();
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-doctor-'));
  const image = Object.values(inject('clientImages'))[0] ?? '';
  onTestFinished(async () => {
    await controlPlane.close();
    rmSync(dataDir, { recursive: true });
  });
  const { settings } = loadAgentSettings({
    flags: {
      ...{ url: controlPlane.url, dataDir, dockerSocket: inject('dockerSocket') },
      images: `bitcoind/28.1=${image},bitcoind/99.9=127.0.0.1:1/satrap-no-such-image:99.9`,
    },
    env: { SATRAP_AGENT_API_KEY: controlPlane.apiKey },
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
  expect(facts.openFiles).toBeGreaterThan(0);
  expect(facts.controlPlane).toMatchObject({ error: null, key: { purpose: 'executor' }, addresses: ['127.0.0.1'] });
  expect(Math.abs(facts.controlPlane?.clockAheadSeconds ?? 99)).toBeLessThan(5);
  expect(facts.agent).toBeNull();
});

test('each data root is looked at on its own disk, and one whose disk is not mounted is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-doctor-'));
  const { path: small } = smallDisk(16);
  const controlPlane = await FaultyControlPlane.start();
  onTestFinished(async () => {
    await controlPlane.close();
    rmSync(folder, { recursive: true });
  });
  const { settings } = loadAgentSettings({
    flags: {
      url: controlPlane.url,
      dataDir: folder,
      dataRoots: `ssd=${small}`,
      dockerSocket: '/nonexistent.sock',
    },
    env: { SATRAP_AGENT_API_KEY: controlPlane.apiKey },
    uid: 0,
  });
  const { chainDisks } = await gatherFacts({ settings }, Date.now);
  expect(chainDisks).toMatchObject([
    { path: null, disk: null },
    { path: small, disk: { totalMiB: 16, kind: 'tmpfs' }, missingMount: null },
  ]);
  const [fstab, mountinfo] = [join(folder, 'fstab'), join(folder, 'mountinfo')];
  writeFileSync(fstab, `/dev/sdb1 ${small} ext4 defaults 0 2\n`);
  writeFileSync(mountinfo, '');
  expect(await gatherChainDisk(join(small, 'chain'), { uid: 0, gid: 0 }, { fstab, mountinfo })).toMatchObject({
    missingMount: small,
  });
});

test('the certificate of a control plane is read from its connection, and one that nobody vouches for is a fact', async () => {
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

test('root finds the certificates that the agent’s user cannot read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-certificates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [open, closed] = ['open.pem', 'closed.pem'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(open, '');
  writeFileSync(closed, '', { mode: 0o600 });
  chmodSync(folder, 0o711);
  const seenBy = (uid: number) => findUnreadable([open, closed, undefined, join(folder, 'absent')], { uid, gid: uid });
  expect(seenBy(0)).toEqual([]);
  expect(seenBy(65_534)).toEqual([closed]);
  chmodSync(folder, 0o700);
  expect(seenBy(65_534)).toEqual([open, closed]);
});

test('root judges the disk of the chain data with the eyes of the agent’s user', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-graphroot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'storage'));
  const seenBy = async (uid: number) => (await gatherChainDisk(join(folder, 'storage'), { uid, gid: uid })).disk;
  expect(await seenBy(0)).toMatchObject({ totalMiB: expect.any(Number) });
  expect(await seenBy(65_534)).toBeNull();
  chmodSync(folder, 0o711);
  expect(await seenBy(65_534)).toMatchObject({ totalMiB: expect.any(Number) });
});

test('an engine that is not there says why', async () => {
  const asked = hostRuntime({ dockerSocket: '/nonexistent/docker.sock' }).facts();
  expect(await asked.catch(errorWithCause)).toContain('ENOENT');
});
