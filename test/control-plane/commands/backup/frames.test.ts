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

const plain = () => gunzipSync(readFileSync(file));
const changedAt = (position: number) => {
  const bytes = plain();
  bytes[position] = (bytes[position] ?? 0) ^ 1;
  return gzipSync(bytes);
};
const truncated = /is truncated: create or copy the backup again; nothing was changed/;

test.each<[what: string, content: () => Buffer, said: RegExp]>([
  ...[1, 10, 30, 50].map((length): [string, () => Buffer, RegExp] => [
    `a backup that is cut after ${length} bytes`,
    () => readFileSync(file).subarray(0, length),
    truncated,
  ]),
  [
    'a backup without its last frame, although its compression is whole',
    () => gzipSync(plain().subarray(0, -69)),
    truncated,
  ],
  ['a backup with another byte in its head', () => changedAt(20), /is damaged|is truncated/],
  ['a backup with another byte in its rows', () => changedAt(50_000), /is damaged/],
  ['a text', () => Buffer.from('dear reader'), /is not a backup/],
  ['an empty file', () => Buffer.alloc(0), /is truncated|is not in this release/],
  ['another compressed file', () => gzipSync('dear reader, this is no backup at all'), /is not in this release/],
])('%s is refused', async (_what, content, said) => {
  writeFileSync(file, content());
  await expectRefusal(said);
});

test('a backup that cannot be read is refused with the reason', async () => {
  rmSync(file);
  await expectRefusal(/cannot be read \(ENOENT/);
});
