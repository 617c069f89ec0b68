import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { labels, objectName } from '../../../src/agent/docker/engine/labels.ts';
import { gatherFacts } from '../../../src/agent/doctor/gather.ts';
import { gatherEngine, gatherObjects } from '../../../src/agent/doctor/gather-engine.ts';
import { loadAgentSettings } from '../../../src/agent/settings/load.ts';
import { FaultyControlPlane } from '../../harness/faulty-control-plane.ts';

test('the facts about a host are those of its real engine, its disks and its control plane', async () => {
  const controlPlane = await FaultyControlPlane.start();
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-doctor-'));
  onTestFinished(async () => {
    await controlPlane.close();
    rmSync(dataDir, { recursive: true });
  });
  const { settings } = loadAgentSettings({
    flags: { url: controlPlane.url, dataDir, dockerSocket: inject('dockerSocket') },
    env: { SATRAP_API_KEY: controlPlane.apiKey },
  });
  const facts = await gatherFacts({ settings }, Date.now);
  expect(facts.engine).toMatchObject({
    version: expect.stringMatching(/^\d+\./),
    rootDir: expect.stringMatching(/^\//),
  });
  expect(facts.storeDisk).toMatchObject({ path: dataDir, fsyncMs: expect.any(Number) });
  expect(facts.storeDisk?.totalMiB).toBeGreaterThan(facts.storeDisk?.freeMiB ?? 0);
  expect(facts.memory.totalMiB).toBeGreaterThan(facts.memory.availableMiB);
  expect(facts.openFiles).toBeGreaterThan(0);
  expect(facts.controlPlane).toMatchObject({ error: null, refusesKey: false, addresses: ['127.0.0.1'] });
  expect(Math.abs(facts.controlPlane?.clockAheadSeconds ?? 99)).toBeLessThan(5);
  expect(facts.agent).toBeNull();
});

test('what another executor left in the engine is found by its label', async () => {
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const [mine, other] = [randomUUID(), randomUUID()];
  for (const executor of [mine, other]) {
    await docker.createVolume({ Name: objectName(executor), Labels: { [labels.executor]: executor } });
    onTestFinished(() => docker.getVolume(objectName(executor)).remove());
  }
  const { leftovers } = await gatherObjects(inject('dockerSocket'), mine);
  expect(leftovers).toContain(objectName(other));
  expect(leftovers).not.toContain(objectName(mine));
});

test('an engine that is not there is a fact, with its reason', async () => {
  expect(await gatherEngine('/nonexistent/docker.sock')).toEqual({ error: expect.stringContaining('ENOENT') });
});
