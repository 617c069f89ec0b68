import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { encodeFrames, type Frame, readFrames } from '../../../../src/control-plane/commands/backup/frames.ts';
import { ControlPlaneSetupError } from '../../../../src/control-plane/settings.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

const frames: Frame[] = [
  { kind: 'h', payload: Buffer.from('{}') },
  { kind: 'd', payload: Buffer.alloc(100_000, 'rows\n') },
  { kind: 'd', payload: Buffer.alloc(0) },
];
let folder: string;
let file: string;
beforeEach(async () => {
  folder = scratchFolder('frames');
  file = join(folder, 'backup');
  async function* source() {
    yield* frames;
  }
  writeFileSync(file, gzipSync(await buffer(encodeFrames(source()))));
});

const read = () => Array.fromAsync(readFrames(file));
const expectRefusal = async (said: RegExp) => {
  const error = await read().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ControlPlaneSetupError);
  expect(String(error)).toMatch(said);
};

test('the frames of a backup are read as they were written', async () => {
  expect(await read()).toEqual(frames);
});

test.each([1, 10, 30, 50])('a backup that is cut after %i bytes is refused', async (length) => {
  writeFileSync(file, readFileSync(file).subarray(0, length));
  await expectRefusal(/is truncated: create or copy the backup again; nothing was changed/);
});

test('a backup whose last frame is missing is refused, although its compression is whole', async () => {
  writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).subarray(0, -69)));
  await expectRefusal(/is truncated/);
});

test.each([20, 50_000])('a backup in which byte %i was changed is refused', async (position) => {
  const plain = gunzipSync(readFileSync(file));
  plain[position] = (plain[position] ?? 0) ^ 1;
  writeFileSync(file, gzipSync(plain));
  await expectRefusal(/is damaged|is truncated/);
});

test.each([
  ['a text', Buffer.from('dear reader')],
  ['an empty file', Buffer.alloc(0)],
  ['another compressed file', gzipSync('dear reader, this is no backup at all')],
])('%s is not taken for a backup', async (_what, content) => {
  writeFileSync(file, content);
  await expectRefusal(/is not a backup|is not in this release|is truncated/);
});

test('a backup that cannot be read is refused with the reason', async () => {
  rmSync(file);
  await expectRefusal(/cannot be read \(ENOENT/);
});
