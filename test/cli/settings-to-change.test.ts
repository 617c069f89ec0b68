import { expect, test } from 'vitest';
import { settingsToChange } from '../../src/cli/agent/install/settings-to-change.ts';
import { CommandError } from '../../src/cli/command-error.ts';

const present = { url: 'https://one.example/graphql', name: 'host-1', insecure_http: true, proxy: 'http://proxy:1' };

test.each([
  ['nothing', {}, {}],
  ['what the file says already', { url: present.url, name: 'host-1', insecureHttp: true, proxy: 'http://proxy:1' }, {}],
  ['another proxy', { proxy: 'http://proxy:2' }, { proxy: 'http://proxy:2' }],
  ['an authority', { caFile: '/etc/ca.pem' }, { ca_file: '/etc/ca.pem' }],
  ['a socket', { dockerSocket: '/run/podman.sock' }, { docker_socket: '/run/podman.sock' }],
])('an installation that is repeated with %s changes that and no more', (_what, given, changed) => {
  expect(settingsToChange(given, present)).toEqual(changed);
});

test('an installation that is repeated writes what the file leaves out', () => {
  expect(settingsToChange({ url: present.url }, {})).toEqual({ url: present.url });
});

test.each([
  ['control plane', { url: 'https://other.example/graphql' }, /joined with url https:\/\/one.*--token-file/],
  ['name', { name: 'host-2' }, /with name host-1; to join again with host-2, add --token-file/],
])(
  'an installation that is repeated with another %s is refused, as only joining again brings that',
  (_what, given, words) => {
    expect(() => settingsToChange(given, present)).toThrow(CommandError);
    expect(() => settingsToChange(given, present)).toThrow(words);
  },
);
