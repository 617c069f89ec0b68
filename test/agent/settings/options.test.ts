import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { nearestKey } from '../../../src/agent/settings/config-file.ts';
import { setTopLevel } from '../../../src/agent/settings/edit-config.ts';
import { settingList, settingOptions } from '../../../src/agent/settings/options.ts';
import type { HostFacts } from '../../../src/agent/settings/shapes.ts';

const host: HostFacts = {
  hostname: 'host',
  uid: 0,
  logsToJournal: false,
  env: {},
  settings: { bindAddress: '127.0.0.1' },
};

test.each(settingList.map(({ name, flag, environment, key }) => [name, flag, environment, key]))(
  'the setting %s can be given as %s, %s and %s',
  (_name, flag, environment, key) => {
    expect(flag).toMatch(/^--[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(environment).toMatch(/^SATRAP_AGENT_[A-Z0-9_]+$/);
    expect(flag.slice(2).replaceAll('-', '_')).toBe(key);
    expect(environment.slice('SATRAP_AGENT_'.length).toLowerCase()).toBe(key);
  },
);

/** Those with the same default on every host, written like a flag's value. */
const literal = settingList.filter(({ defaultText }) => defaultText !== null && /^[\w./:,-]+$/.test(defaultText));

test.each(literal.map(({ name, defaultText }) => [name, defaultText]))(
  'the default of %s is what its text %s says',
  (name, text) => {
    const { shape, default: byDefault } = settingOptions[name];
    expect(shape().parse(text)).toEqual(byDefault?.valueOn(host));
  },
);

test('nearly all defaults are checked against their text', () => {
  expect(literal.length).toBeGreaterThanOrEqual(14);
});

test.each([
  ['stop_timout', 'stop_timeout'],
  ['port-range', 'port_range'],
  ['Log_Level', 'log_level'],
  ['netwroks', 'networks'],
  ['bind_addres', 'bind_address'],
  ['sample_interval_seconds', 'sample_interval'],
  ['reconcile', 'reconcile_interval'],
  ['api_keyfile', 'api_key_file'],
  ['bananas', undefined],
  ['port', 'port_range'],
  ['exit_timeout', undefined],
])('the unknown key %s is taken for %s', (key, known) => {
  expect(nearestKey(key)).toBe(known);
});

const values = { url: 'https://new.example/graphql', name: 'host-1' };

test.each([
  ['an empty file', ''],
  ['other keys', '# mine\nnetworks = ["signet"]\n'],
  ['a key to replace', 'url = "https://old.example/graphql" # the old one\nchannel = "beta"'],
  ['a table that has a key of the same name', '[images]\nurl = "kept"\n'],
  ['a replacement pattern', 'name = "$&"\n[images]\n'],
])('keys are set in %s, and the file stays valid', (_what, text) => {
  const parsed = parse(setTopLevel(text, values));
  expect(parsed).toMatchObject(values);
  const { url: _url, name: _name, ...others } = parse(text);
  expect(parsed).toMatchObject(others);
});

test('what a person wrote stays, in its order', () => {
  expect(setTopLevel('# mine\nchannel = "beta"\n\n[images]\n"28.1" = "x"\n', { url: 'u' })).toBe(
    'url = "u"\n# mine\nchannel = "beta"\n\n[images]\n"28.1" = "x"\n',
  );
});
