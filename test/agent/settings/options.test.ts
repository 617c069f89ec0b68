import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { nearestKey, setTopLevel } from '../../../src/agent/settings/config-file.ts';
import { settingList, settingOptions } from '../../../src/agent/settings/options.ts';
import type { HostFacts } from '../../../src/agent/settings/shapes.ts';

test('defaults that are the same on every host, nearly all, are what their text says', () => {
  const literal = settingList.filter(({ defaultText }) => defaultText !== null && /^[\w./:,-]+$/.test(defaultText));
  expect(literal.length).toBeGreaterThanOrEqual(14);
  const settings = { bindAddress: '127.0.0.1' };
  const host: HostFacts = { hostname: 'host', uid: 0, logsToJournal: false, env: {}, settings };
  for (const { name, defaultText } of literal) {
    const { shape, default: byDefault } = settingOptions[name];
    expect(shape().parse(defaultText), name).toEqual(byDefault?.valueOn(host));
  }
});

test.each([
  ['stop_timout', 'stop_timeout'],
  ['Netwroks', 'networks'],
  ['sample_interval_seconds', 'sample_interval'],
  ['exit_timeout', undefined],
])('the unknown key %s is taken for %s', (key, known) => {
  expect(nearestKey(key)).toBe(known);
});

const values = { url: 'https://new.example/graphql', name: 'host-1' };

test.each([
  ['an empty file', ''],
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
