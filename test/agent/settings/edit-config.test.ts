import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { setTopLevel } from '../../../src/agent/settings/edit-config.ts';

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
  expect(setTopLevel('# mine\nchannel = "beta"\n\n[images.bitcoind]\n"28.1" = "x"\n', { url: 'u' })).toBe(
    'url = "u"\n# mine\nchannel = "beta"\n\n[images.bitcoind]\n"28.1" = "x"\n',
  );
});
