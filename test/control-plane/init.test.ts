import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/control-plane/database/open.ts';
import { initControlPlane } from '../../src/control-plane/init.ts';
import { type ControlPlaneSettings, defaultSettings } from '../../src/control-plane/settings.ts';
import { quiet } from '../harness/control-plane.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'satrap-init-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const settings: ControlPlaneSettings = { ...defaultSettings, dataDir, production: true };
const owner = { email: 'owner@example.com', organization: 'Example' };

test('an interrupted init can be run again, and a complete one cannot', async () => {
  const prepare = async (statement: string) => {
    const { database, close } = await openDatabase(settings, quiet);
    await database.execute(sql.raw(statement));
    await close();
  };
  await prepare('ALTER TABLE apikey RENAME TO apikey_away');
  await expect(initControlPlane(settings, owner, quiet)).rejects.toThrow();
  await prepare('ALTER TABLE apikey_away RENAME TO apikey');
  const made = await initControlPlane(settings, owner, quiet);
  expect(made.email).toBe(owner.email);
  await expect(initControlPlane(settings, owner, quiet)).rejects.toThrow('initialised already; nothing was changed');
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secret'))).toEqual(['secret']);
  expect(existsSync(join(dataDir, 'server.url'))).toBe(false);
});
