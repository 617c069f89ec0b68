import { expect, test } from 'vitest';
import { isAnswered } from '../../src/contract/answered.ts';
import { endpointUrl, hasBlockedPort, isBlockedPort } from '../../src/contract/endpoint-url.ts';
import { type JudgedExecutor, judgeExecutor, judgeUpgrade } from '../../src/contract/judge-upgrade.ts';
import { isAnswering, phases, traitsOf } from '../../src/contract/phases.ts';

test.each<[object, boolean]>([
  [{ nodes: [] }, true],
  [{ node: null }, true],
  [{ rpcCredentialRotation: null }, true],
  [{ nodes: null }, false],
  [{ createNode: {}, deleteNode: null }, false],
])('an answer without errors but with %j is taken: %s', (data, expected) => {
  expect(isAnswered(data)).toBe(expected);
});

test('every port that counts as blocked is one that fetch refuses', async () => {
  const blocked = Array.from({ length: 65_535 }, (_, index) => index + 1).filter(isBlockedPort);
  const causes = await Promise.all(
    blocked.map((port) => fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => (error.cause as Error).message)),
  );
  expect(causes).toEqual(Array(82).fill('bad port'));
  expect(hasBlockedPort('https://satrap.example.com:10080')).toBe(true);
  for (const url of ['http://127.0.0.1:4100/graphql', 'https://satrap.example.com', 'no URL'])
    expect(hasBlockedPort(url)).toBe(false);
});

test.each([
  ['https://satrap.example.com', 'https://satrap.example.com/graphql'],
  ['http://127.0.0.1:4100/', 'http://127.0.0.1:4100/graphql'],
  ['https://example.com/satrap/graphql', 'https://example.com/satrap/graphql'],
  ['https://example.com/api', 'https://example.com/api'],
  ['https://you:me@satrap.example.com', 'https://you:me@satrap.example.com/graphql'],
  ['satrap.example.com', 'satrap.example.com'],
  ['ftp://satrap.example.com/', 'ftp://satrap.example.com/'],
])('%s means the endpoint %s', (given, endpoint) => {
  expect(endpointUrl(given)).toBe(endpoint);
});

const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' } as const;
const executor: JudgedExecutor = { name: 'host-1', online: true, version: '1.0.0', channel: 'stable', upgradability };

test.each<[string, Partial<JudgedExecutor>, string | undefined]>([
  ['an agent that can', {}, undefined],
  ['one that is offline', { online: false }, 'host-1 is offline'],
  ['a version that is none', { version: 'dev' }, 'not a semantic version'],
  ['an agent that says nothing', { upgradability: null }, 'install a later version on the host'],
  ['one that cannot', { upgradability: { ...upgradability, canUpgrade: false, reason: 'why' } }, 'remotely: why'],
])('of %s is known before a release is chosen whether it can be upgraded', (_what, change, message) => {
  expect(judgeExecutor({ ...executor, ...change })?.message).toEqual(message && expect.stringContaining(message));
});

test('a release is later as a version, not as a text', () => {
  const artifacts = [{ platform: 'linux-x64' }];
  const release = { version: '1.10.0', channel: 'stable', lowestVersion: null, image: null, artifacts };
  expect(judgeUpgrade({ ...executor, version: '1.9.0' }, release, null)).toBeNull();
});

test('a daemon that answers is up, and an unknown phase proves nothing', () => {
  for (const phase of phases) {
    const { answers, isUp, tone } = traitsOf(phase) ?? {};
    if (answers) expect([phase, isUp]).toEqual([phase, true]);
    if (tone === 'good') expect([phase, answers]).toEqual([phase, true]);
  }
  for (const unknown of ['a phase of a later version', null, undefined]) {
    expect(traitsOf(String(unknown))).toBeUndefined();
    expect(isAnswering(unknown as null)).toBe(false);
  }
});
