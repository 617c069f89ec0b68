import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SettingsFolder, url } from './settings-folder.ts';

const folder = new SettingsFolder();

afterAll(() => folder.remove());

describe('the data directory', () => {
  const faultsWith = (dataDir: string) => folder.faultsOf({ flags: { url, dataDir } });

  test('a data directory that others can write to is refused, and the message says what to do', () => {
    for (const mode of [0o1777, 0o770]) {
      const shared = join(folder.path, `shared-${mode}`);
      mkdirSync(shared);
      chmodSync(shared, mode);
      expect(faultsWith(shared)).toEqual([
        `data_dir: others can write to ${shared}; use a separate directory such as ${shared}/satrap, which the agent creates, or run: chmod 700 ${shared}`,
      ]);
      const within = join(shared, 'satrap');
      expect(folder.load({ flags: { url, dataDir: within } }).dataDir).toBe(within);
    }
  });

  test('a data directory or a store in it that belongs to another user than the agent’s or root is refused', () => {
    const stranger = 54_321;
    const asRoot = process.getuid?.() === 0;
    const uid = asRoot ? 0 : 12_345;
    for (const file of ['.', 'agent.db']) {
      const dataDir = join(folder.path, `owned-${file}`);
      mkdirSync(dataDir, { mode: 0o700 });
      writeFileSync(join(dataDir, 'agent.db'), '');
      if (asRoot) chownSync(join(dataDir, file), stranger, stranger);
      expect(folder.faultsOf({ flags: { url, dataDir }, uid })).toEqual([
        expect.stringMatching(
          /^data_dir: .* belongs to another user \(\d+\); use another directory, or run: chown -R \d+ /,
        ),
      ]);
    }
    const own = join(folder.path, 'own');
    mkdirSync(own, { mode: 0o700 });
    expect(folder.load({ flags: { url, dataDir: own } }).dataDir).toBe(own);
  });

  test('a data directory must leave room for the name of the agent’s socket', async () => {
    expect(faultsWith(`/${'x'.repeat(96)}`)).toEqual([
      expect.stringMatching(/^--data-dir: must have at most 96 bytes/),
    ]);
    const longest = `${folder.path}/`.padEnd(96, 'x');
    const { dataDir } = folder.load({ flags: { url, dataDir: longest } });
    mkdirSync(dataDir);
    const server = createServer().listen(join(dataDir, 'agent.sock'));
    await once(server, 'listening');
    server.close();
  });
});
