import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { effectiveConfig } from '../../src/bitcoin/effective-config.ts';
import { chainOf, networkName, shownNetworkName } from '../../src/bitcoin/network-name.ts';
import type { NodeConfig } from '../../src/bitcoin/node-config.ts';
import { customSignet, publicChallenge } from '../../src/bitcoin/signet.ts';
import { signetMagic } from '../../src/bitcoin/signet-magic.ts';
import { isSameWorkload, nodeConfigOf, workloadConfig } from '../../src/bitcoin/workload-config.ts';
import { configWith, override } from './config.ts';

test('the magic bytes of the public challenge are those of the public signet', () => {
  expect(signetMagic(publicChallenge)).toBe('0a03cf40');
});

test.each([1, 252, 253, 800])('a challenge of %i bytes has magic bytes of its own', (bytes) => {
  expect(signetMagic('51'.repeat(bytes))).toMatch(/^[0-9a-f]{8}$/);
  expect(signetMagic('51'.repeat(bytes))).not.toBe(signetMagic('52'.repeat(bytes)));
});

const onSignet = (challenge: string, seedNodes: string[] = [], more: Partial<NodeConfig> = {}): NodeConfig =>
  configWith([], { network: 'signet', signet: customSignet({ challenge, seedNodes }), ...more });

describe('a custom signet', () => {
  test.each<[string, NodeConfig]>([
    ['the shortest challenge', onSignet('51')],
    ['upper case and blanks', onSignet(' 51AB ')],
    ['the longest challenge', onSignet('51'.repeat(800))],
    [
      'addresses of every form',
      onSignet('51', ['signet.example', 'a-b.example:38333', '192.0.2.1', '[2001:db8::1]:1']),
    ],
  ])('is accepted with %s', (_what, config) => {
    expect(checkConfig(config)).toEqual([]);
  });

  test.each<[string, NodeConfig, string]>([
    ['on another network', onSignet('51', [], { network: 'regtest' }), 'signet'],
    ['without a challenge', onSignet(''), 'signet.challenge'],
    ['with half a byte', onSignet('515'), 'signet.challenge'],
    ['with other characters', onSignet('51\nserver=0'), 'signet.challenge'],
    ['with more than 800 bytes', onSignet('51'.repeat(801)), 'signet.challenge'],
    ['with the public challenge', onSignet(publicChallenge.toUpperCase()), 'signet.challenge'],
    ['with a line break in an address', onSignet('51', ['a\nserver=0']), 'signet.seedNodes.0'],
    ['with an address that is an option', onSignet('51', ['-help']), 'signet.seedNodes.0'],
    ['with a port out of range', onSignet('51', ['a', 'b:65536']), 'signet.seedNodes.1'],
    ['with seventeen seed nodes', onSignet('51', Array<string>(17).fill('a')), 'signet.seedNodes'],
  ])('is refused %s', (_what, config, path) => {
    expect(checkConfig(config).map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  test('reaches the daemon on its command line, and shows as a setting of the platform', () => {
    const settings = effectiveConfig(onSignet('51', ['a', 'b:1'])).filter(({ key }) => key.startsWith('signet'));
    expect(settings.map(({ key, value, origin }) => `${key}=${value} ${origin}`)).toEqual([
      ...['signetchallenge=51 platform', 'signetseednode=a platform', 'signetseednode=b:1 platform'],
    ]);
  });

  test.each(['signetchallenge', 'signetseednode', 'signet.signetchallenge'])('is no override: %s', (key) => {
    const [issue] = checkConfig(configWith([override(key, '51')], { network: 'signet' }));
    expect(issue?.message).toContain('a custom signet is a field of the node');
  });

  test('belongs to the workload, and nodes without one keep theirs', () => {
    const [one, other] = [onSignet('51', ['a']), onSignet('52', ['a'])];
    expect(isSameWorkload(one, other)).toBe(false);
    expect(nodeConfigOf(workloadConfig(one)).signet).toEqual({ challenge: '51', seedNodes: ['a'] });
    expect(workloadConfig(configWith([], { signet: null }))).not.toHaveProperty('signet');
  });

  test('has a name of its own, which is shortened for people', () => {
    const name = networkName(chainOf(onSignet('51'.repeat(35))));
    expect(name).toBe(`signet:${'51'.repeat(35)}`);
    expect([name, 'signet:51', 'mainnet'].map(shownNetworkName)).toEqual([
      'signet:51515151…51515151',
      'signet:51',
      'mainnet',
    ]);
  });
});
