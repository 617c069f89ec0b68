import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SettingSources } from '../../../src/agent/settings/load.ts';
import { SettingsFolder, url } from './settings-folder.ts';

const folder = new SettingsFolder();
const { key } = folder;

afterAll(() => folder.remove());

describe('the API key', () => {
  const keyOf = (sources: Partial<SettingSources>) => folder.load(sources).apiKey;

  test('the API key comes from the flag’s file, the environment, the file of the configuration or the systemd credential, in this order', () => {
    const credentials = { CREDENTIALS_DIRECTORY: folder.path };
    folder.file('satrap-api-key', 'key-of-systemd\n', 0o440);
    const configPath = folder.file('key.toml', `api_key_file = "${folder.file('config.key', 'key-of-the-config\n')}"`);
    const env = { SATRAP_API_KEY_FILE: folder.file('env.key', 'key-of-the-env-file'), ...credentials };
    const flags = { url, apiKeyFile: folder.file('flag.key', 'key-of-the-flag\n') };
    expect(keyOf({ env: credentials })).toBe('key-of-systemd');
    expect(keyOf({ env: credentials, configPath })).toBe('key-of-the-config');
    expect(keyOf({ env, configPath })).toBe('key-of-the-env-file');
    expect(keyOf({ env: { ...env, SATRAP_API_KEY: key }, configPath })).toBe(key);
    expect(keyOf({ flags, env: { ...env, SATRAP_API_KEY: key }, configPath })).toBe('key-of-the-flag');
  });

  test('without any of them, the key is in the file that the agent got when it joined, which it can replace', () => {
    const flags = { url, dataDir: folder.path };
    expect(folder.faultsOf({ flags, env: {} })[0]).toContain('there is no API key');
    const keyFile = folder.file('executor.key', 'key-of-the-enrolment\n');
    expect(folder.load({ flags, env: {} })).toMatchObject({ apiKey: 'key-of-the-enrolment', keyFile });
    const credentials = join(folder.path, 'credentials');
    mkdirSync(credentials);
    expect(folder.load({ flags, env: { CREDENTIALS_DIRECTORY: credentials } })).toMatchObject({ keyFile });
    // What the unit gives where there is no such file.
    writeFileSync(join(credentials, 'satrap-api-key'), '\n');
    expect(folder.load({ flags, env: { CREDENTIALS_DIRECTORY: credentials } })).toMatchObject({ keyFile });
    writeFileSync(join(credentials, 'satrap-api-key'), 'key-of-systemd');
    expect(folder.load({ flags, env: { CREDENTIALS_DIRECTORY: credentials } })).toMatchObject({ keyFile: null });
  });

  test('invariant 8: a key file that others can read is refused, and the message says what to do', () => {
    const path = folder.file('open.key', 'key-that-all-can-read', 0o644);
    expect(folder.faultsOf({ flags: { url, apiKeyFile: path } })).toEqual([
      `others can read the API key file ${path}; run: chmod 600 ${path}`,
    ]);
  });

  test('invariant 8: no fault repeats an invalid API key', () => {
    const secret = 'not a key: hunter2';
    const faults = folder.faultsOf({
      env: { SATRAP_API_KEY: secret },
      configPath: folder.file('inline.toml', `api_key = "${secret}"`),
    });
    expect(faults.join('\n')).not.toContain('hunter2');
    expect(faults).toEqual([
      expect.stringContaining('put the key into a file of its own and name it with api_key_file'),
      'SATRAP_API_KEY does not hold an API key',
    ]);
  });

  test('a key file that is no path or does not exist is a fault', () => {
    expect(folder.faultsOf({ env: {}, configPath: folder.file('number.toml', 'api_key_file = 5') })).toEqual([
      'api_key_file: must be the path of a file, in quotes',
    ]);
    expect(folder.faultsOf({ flags: { url, apiKeyFile: join(folder.path, 'none') } })[0]).toMatch(
      /none cannot be read: ENOENT/,
    );
  });
});
