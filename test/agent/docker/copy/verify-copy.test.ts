import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyCopy } from '../../../../src/agent/docker/steps/verify-root.ts';

const files = { 'blocks/blk00000.dat': 'blocks', 'chainstate/CURRENT': 'state', 'wallets/savings/wallet.dat': 'keys' };

/** Compares the volumes of two data roots with these files in them. */
async function verify(source: Record<string, string>, copy: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const volume = (dataRoot: string, content: Record<string, string>) => {
    const path = join(folder, dataRoot);
    for (const [name, text] of Object.entries(content)) {
      const file = join(path, 'node', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return { dataRoot, directory: path, path };
  };
  const volumes = [volume('old', source), volume('new', copy)];
  await verifyCopy(volumes, { from: 'old', to: 'new' }, new AbortController().signal);
}

test('a copy with the same files is sound', async () => {
  await expect(verify(files, files)).resolves.toBeUndefined();
});

test.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
  ['lacks a file', files, { ...files, 'chainstate/CURRENT': '' }, /copy of chainstate\/CURRENT differs/],
  ['has a wallet with other bytes', files, { ...files, 'wallets/savings/wallet.dat': 'kees' }, /wallet.dat differs/],
  ['has a file more', files, { ...files, 'blocks/blk00001.dat': 'x' }, /the copy has 4 files, but the original has 3/],
  ['was made of data that was not there', {}, {}, /is empty; check that its disk is mounted/],
])('a copy that %s is refused', async (_what, source, copy, reason) => {
  await expect(verify(source, copy)).rejects.toThrow(reason);
});
