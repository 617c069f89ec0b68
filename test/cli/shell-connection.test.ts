import { expect, test } from 'vitest';
import { shellConnection, withoutShell } from '../../src/cli/agent/shell-connection.ts';

const url = 'https://10.0.0.5/graphql';

test.each<[string, NodeJS.ProcessEnv, object]>([
  ['nothing', {}, { caFile: undefined, proxy: undefined }],
  ['an authority', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, { caFile: '/ca.pem' }],
  ['a proxy', { https_proxy: 'http://proxy:3128' }, { proxy: 'http://proxy:3128', isDirect: false }],
  ['a proxy of plain http', { HTTP_PROXY: 'http://proxy:3128' }, { proxy: undefined }],
  ['a range without a proxy', { HTTPS_PROXY: 'http://proxy:3128', no_proxy: '10.0.0.0/8' }, { proxy: undefined }],
  ['a proxy that is no URL', { HTTPS_PROXY: 'proxy:3128' }, { proxy: undefined }],
])('of a shell with %s, a joining host stores what its service lacks', (_what, env, stored) => {
  expect(shellConnection(url, env)).toMatchObject(stored);
});

test('the check of an installation gets neither settings nor proxies of the shell', () => {
  const env = { PATH: '/bin', SATRAP_AGENT_URL: 'https://a', HTTPS_PROXY: 'http://p', no_proxy: '*' };
  expect({ ...env, ...withoutShell(env) }).toEqual({ PATH: '/bin' });
});
