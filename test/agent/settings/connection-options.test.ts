import { afterAll, describe, expect, test } from 'vitest';
import { SettingsFolder, url } from './settings-folder.ts';

const folder = new SettingsFolder();
const { key } = folder;

afterAll(() => folder.remove());

describe('a URL of plain http', () => {
  test.each(['http://127.0.0.1:4100/graphql', 'http://localhost/graphql', 'http://[::1]:4100/graphql'])(
    'to this host itself is accepted: %s',
    (plain) => {
      expect(folder.load({ flags: { url: plain } }).url).toBe(plain);
    },
  );

  test.each(['http://satrap.example.com/graphql', 'http://127.example.com/graphql', 'http://10.0.0.1/graphql'])(
    'to another host is refused unless the operator allows it: %s',
    (plain) => {
      expect(folder.faultsOf({ flags: { url: plain } })).toEqual([expect.stringContaining('insecure_http')]);
      expect(folder.load({ flags: { url: plain, insecureHttp: 'true' } }).url).toBe(plain);
    },
  );
});

test('the proxy is that of the environment for the kind of URL, unless the settings name one', () => {
  const env = {
    SATRAP_AGENT_API_KEY: key,
    https_proxy: 'http://proxy:1',
    HTTP_PROXY: 'http://proxy:2',
    NO_PROXY: 'a, .b',
  };
  expect(folder.load({ env })).toMatchObject({ proxy: 'http://proxy:1', noProxy: ['a', '.b'] });
  expect(folder.load({ env, flags: { url: 'http://127.0.0.1/' } }).proxy).toBe('http://proxy:2');
  expect(folder.load({ env, flags: { url, proxy: 'http://proxy:3', noProxy: 'c' } })).toMatchObject({
    proxy: 'http://proxy:3',
    noProxy: ['c'],
  });
});
