import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { ensureImage, resolveImage } from '../../../src/agent/docker/image-pins.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { ImageRegistry } from '../../harness/image-registry.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const never = AbortSignal.any([]);

async function pulling() {
  const registry = await ImageRegistry.start();
  const name = `satrap-test/${randomUUID()}`;
  const client = new EngineClient(inject('dockerSocket'));
  const database = openStore(scratchFolder('pins'));
  onTestFinished(async () => {
    const images = await client.docker.listImages();
    const pulled = images.filter(({ RepoDigests }) => RepoDigests?.some((digest) => digest.includes(name)));
    for (const { Id } of pulled) await client.docker.getImage(Id).remove({ force: true });
    database.close();
  });
  const ensure = (reference: string) => ensureImage({ client, database }, reference, never);
  return { registry, name, client, database, ensure };
}

test('ensureImage › pins an image that it pulls to its digest', async () => {
  const { registry, name, client, database, ensure } = await pulling();
  const reference = await registry.offer(name, '1.0', 'first');
  expect(await ensure(reference)).toBe(true);
  const { pin, present } = await resolveImage(client, database, reference);
  expect({ pin, present }).toEqual({ pin: expect.stringMatching(/@sha256:[0-9a-f]{64}$/), present: true });
});

test('ensureImage › pulls no image that is on the host, whatever its tag names now', async () => {
  const { registry, name, client, database, ensure } = await pulling();
  const reference = await registry.offer(name, '1.0', 'first');
  await ensure(reference);
  const { pin } = await resolveImage(client, database, reference);
  await registry.offer(name, '1.0', 'second');
  expect(await ensure(reference)).toBe(false);
  expect((await resolveImage(client, database, reference)).pin).toBe(pin);
});

test('ensureImage › fails with the registry’s words for an image that it does not have', async () => {
  const { registry, name, ensure } = await pulling();
  const reference = await registry.offer(name, '1.0', 'first');
  await expect(ensure(reference.replace(':1.0', ':2.0'))).rejects.toThrow(/manifest/i);
});
