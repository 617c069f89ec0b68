import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { platformOf } from '../../scripts/release/runtime.ts';

/** The head of a program in ELF for a machine. */
function head(machine: number, { magic = '\x7fELF', bits = 2, order = 1 } = {}): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write(magic, 'latin1');
  bytes[4] = bits;
  bytes[5] = order;
  bytes.writeUInt16LE(machine, 18);
  return bytes;
}

test.each<[string, Buffer, string | undefined]>([
  ['x64', head(62), 'linux-x64'],
  ['arm64', head(183), 'linux-arm64'],
  ['32-bit ARM', head(40, { bits: 1 }), undefined],
  ['arm64 in the other byte order', head(183, { order: 2 }), undefined],
  ['another format', head(183, { magic: 'MZ' }), undefined],
  ['a file that is cut', head(183).subarray(0, 19), undefined],
])('a program for %s is told by its head', (_what, binary, platform) => {
  expect(platformOf(binary)).toBe(platform);
});

test('the Node of this process is for this machine', () => {
  expect(platformOf(readFileSync(process.execPath))).toBe(`${process.platform}-${process.arch}`);
});
