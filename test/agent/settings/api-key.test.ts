import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SettingSources } from '../../../src/agent/settings/load.ts';
import { SettingsFolder, url } from './settings-folder.ts';

const folder = new SettingsFolder();
const { key } = folder;

const keyOf = (sources: Partial<SettingSources>) => folder.load(sources).apiKey;

test('the API key comes from flag, environment, configuration or credential, in order', () => {
  const credentials = { CREDENTIALS_DIRECTORY: folder.path };
  folder.file('satrap-api-key', 'key-of-systemd\n', 0o440);
  const configPath = folder.file('key.toml', `api_key_file = "${folder.file('config.key', 'key-of-the-config\n')}"`);
  const env = { SATRAP_AGENT_API_KEY_FILE: folder.file('env.key', 'key-of-the-env-file'), ...credentials };
  const flags = { url, apiKeyFile: folder.file('flag.key', 'key-of-the-flag\n') };
  expect(keyOf({ env: credentials })).toBe('key-of-systemd');
  expect(keyOf({ env: credentials, configPath })).toBe('key-of-the-config');
  expect(keyOf({ env, configPath })).toBe('key-of-the-env-file');
  expect(keyOf({ env: { ...env, SATRAP_AGENT_API_KEY: key }, configPath })).toBe(key);
  expect(keyOf({ flags, env: { ...env, SATRAP_AGENT_API_KEY: key }, configPath })).toBe('key-of-the-flag');
});

test('without any of them, uses the key from joining, which the agent can rotate', () => {
  const flags = { url, dataDir: folder.path };
  const keyFile = folder.file('executor.key', 'key-of-the-enrolment\n');
  expect(folder.load({ flags, env: {} })).toMatchObject({ apiKey: 'key-of-the-enrolment', keyFile });
  const credentials = join(folder.path, 'credentials');
  mkdirSync(credentials);
  const loaded = () => folder.load({ flags, env: { CREDENTIALS_DIRECTORY: credentials } });
  expect(loaded()).toMatchObject({ keyFile });
  // The unit's value if there is no such file.
  writeFileSync(join(credentials, 'satrap-api-key'), '\n');
  expect(loaded()).toMatchObject({ keyFile });
  writeFileSync(join(credentials, 'satrap-api-key'), 'key-of-systemd');
  expect(loaded()).toMatchObject({ keyFile: null });
});

test('the key and the URL of a person’s commands are not the agent’s', () => {
  const env = { SATRAP_API_KEY: 'satrap_p_of-a-person', SATRAP_URL: 'https://elsewhere.example/graphql' };
  const own = { SATRAP_AGENT_API_KEY: key, SATRAP_AGENT_URL: url };
  expect(folder.load({ flags: {}, env: { ...own, ...env } })).toMatchObject({ apiKey: key, url });
  const faults = folder.faultsOf({ flags: { dataDir: folder.folder('without-key') }, env });
  expect(faults).toEqual([expect.stringMatching(/^url: missing/), expect.stringContaining('no API key in')]);
});

test('explains how to get another key when it is missing or blank', () => {
  const credentials = folder.folder('blank');
  writeFileSync(join(credentials, 'satrap-api-key'), '\n');
  const dataDir = folder.folder('emptied');
  expect(folder.faultsOf({ flags: { url, dataDir }, env: { CREDENTIALS_DIRECTORY: credentials } })).toEqual([
    `no API key in ${dataDir}/executor.key: this host has not joined a control plane, or the file was removed. Create a token with “satrap tokens create”, then run: satrap agent install --url URL (without systemd: satrap agent join --url URL)`,
  ]);
});

test('invariant 8: refuses a key file that others can read, with the fix', () => {
  const path = folder.file('open.key', 'key-that-all-can-read', 0o644);
  expect(folder.faultsOf({ flags: { url, apiKeyFile: path } })).toEqual([
    `others can read the API key file ${path}; run: chmod 600 ${path}`,
  ]);
});

test('invariant 8: no fault repeats an invalid API key', () => {
  const secret = 'not a key: hunter2';
  const faults = folder.faultsOf({
    env: { SATRAP_AGENT_API_KEY: secret },
    configPath: folder.file('inline.toml', `api_key = "${secret}"`),
  });
  expect(faults.join('\n')).not.toContain('hunter2');
  expect(faults).toEqual([
    expect.stringContaining('put the key into a separate file and set api_key_file'),
    'SATRAP_AGENT_API_KEY does not hold an API key',
  ]);
});

test('a key file that is no path or does not exist is a fault', () => {
  const configPath = folder.file('number.toml', 'api_key_file = 5');
  expect(folder.faultsOf({ env: {}, configPath })).toEqual(['api_key_file: must be the path of a file, in quotes']);
  const [missing] = folder.faultsOf({ flags: { url, apiKeyFile: join(folder.path, 'none') } });
  expect(missing).toMatch(/cannot read .*none: ENOENT/);
});
