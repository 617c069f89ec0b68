import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { configWith } from './config.ts';
import { hasLoaded, tryValues } from './try-values.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-values-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, string]>([
  ['minrelaytxfee', '-1'],
  ['uacomment', 'a/b'],
  ['proxy', 'nosuch'],
  ['externalip', 'nosuch'],
  ['onlynet', 'ipv5'],
  ['whitelist', 'nosuch@192.0.2.1'],
  ['minimumchainwork', 'zz'],
  ['limitdescendantsize', '1000000'],
])('the real daemon dies of %s=%s, which is refused before', async (key, value) => {
  const config = configWith([{ key, value }]);
  expect(checkOverrides(config, null)).toHaveLength(1);
  expect(await tryValues(folder, [{ key, value }])).toMatch(/^Error: |Shutdown: done/m);
});

test('a settings.json in the data directory changes nothing', async () => {
  // With it, the slashes would stop the daemon.
  expect(await tryValues(folder, [], '{"uacomment":["/bad/"]}')).toContain(hasLoaded);
});
