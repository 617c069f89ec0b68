import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { keepPin, resolveImage } from '../../../src/agent/docker/image-pins.ts';
import { openStore } from '../../../src/agent/store/database.ts';

test('resolving an image writes nothing; the agent pins it when it keeps it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-image-'));
  const database = openStore(dataDir);
  onTestFinished(() => {
    database.close();
    rmSync(dataDir, { recursive: true });
  });
  const client = new EngineClient(inject('dockerSocket'));
  const reference = inject('clientImages')['28.1'] ?? '';
  const pins = () => database.prepare('SELECT reference, pin FROM image_pin').all();
  const image = await resolveImage(client, database, reference);
  expect(image).toMatchObject({ present: true, pin: expect.stringContaining('sha256:') });
  expect(pins()).toEqual([]);
  keepPin(database, image);
  expect(pins()).toEqual([{ reference, pin: image.pin }]);
  expect(await resolveImage(client, database, reference)).toEqual(image);
});
