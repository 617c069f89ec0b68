import { afterAll, expect, test } from 'vitest';
import { engineEndpoint } from '../../../src/agent/settings/engine-endpoint.ts';
import { SettingsFolder, url } from './settings-folder.ts';

const folder = new SettingsFolder();
const { key } = folder;
const env = { SATRAP_AGENT_API_KEY: key, DOCKER_HOST: 'tcp://192.0.2.1:2375' };

afterAll(() => folder.remove());

const files = {
  dockerTlsCa: folder.file('ca.pem', 'x'),
  dockerTlsCert: folder.file('cert.pem', 'x'),
  dockerTlsKey: folder.file('key.pem', 'x'),
};
const load = (flags: Record<string, string>) => folder.load({ env, flags: { url, ...flags } });

test('an engine over TCP is reached with its certificates, whatever DOCKER_HOST says', () => {
  expect(engineEndpoint(load({ dockerHost: 'tcp://[::1]:2376', ...files }))).toEqual({
    ...{ host: '::1', port: 2376, caFile: files.dockerTlsCa },
    ...{ certFile: files.dockerTlsCert, keyFile: files.dockerTlsKey },
  });
  expect(engineEndpoint(load({ dockerSocket: '/run/engine.sock' }))).toBe('/run/engine.sock');
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'without TLS',
    { dockerHost: 'tcp://127.0.0.1:2375' },
    /docker_host: needs docker_tls_ca, docker_tls_cert, docker_tls_key/,
  ],
  [
    'with half of the files',
    { dockerHost: 'tcp://127.0.0.1:2376', dockerTlsCa: files.dockerTlsCa },
    /needs docker_tls_cert, docker_tls_key/,
  ],
  [
    'with a file that is not there',
    { ...files, dockerHost: 'tcp://127.0.0.1:2376', dockerTlsKey: '/none.pem' },
    /docker_tls_key: cannot read/,
  ],
  ['by another transport', { ...files, dockerHost: 'ssh://host:22' }, /must be tcp:\/\/HOST:PORT/],
  ['with a port that there is not', { ...files, dockerHost: 'tcp://host:99999' }, /an invalid port/],
  ['with a path', { ...files, dockerHost: 'tcp://host:2376/x' }, /must be tcp:\/\/HOST:PORT/],
  [
    'with certificates alone',
    { ...files, dockerSocket: '/run/engine.sock' },
    /docker_tls_ca: only applies to an engine on TCP/,
  ],
])('an engine %s is refused', (_what, flags, fault) => expect(() => load(flags)).toThrow(fault));
