import { expect, test } from 'vitest';
import { type HostOffer, imageOf, issuesOf, offeredNetworks } from '../../../src/agent/desired/host-offer.ts';
import { desired } from '../../fixtures/node.ts';

const offer: HostOffer = {
  images: { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1' } },
  networks: ['mainnet', 'signet'],
  allowRegtest: true,
  nodeTypes: ['full'],
};

test.each([
  ['28.1', 'bitcoin/bitcoin:28.1'],
  ['27.0', undefined],
  ['constructor', undefined],
])('the image for version %s is %s', (version, image) => {
  expect(imageOf(offer, { client: 'bitcoind', clientVersion: version })).toBe(image);
  expect(imageOf(offer, { client: 'knots', clientVersion: version })).toBeUndefined();
});

test.each<[string, Pick<HostOffer, 'networks' | 'allowRegtest'>, string[]]>([
  ['regtest only by its own setting', { networks: ['mainnet', 'regtest'], allowRegtest: false }, ['mainnet']],
  ['regtest once', { networks: ['mainnet', 'regtest'], allowRegtest: true }, ['mainnet', 'regtest']],
  ['testnet4 if it is set', { networks: ['signet', 'testnet4'], allowRegtest: false }, ['signet', 'testnet4']],
  ['regtest alone', { networks: [], allowRegtest: true }, ['regtest']],
])('the host offers %s', (_what, settings, networks) => {
  expect(offeredNetworks(settings)).toEqual(networks);
});

const protectedKey = { overrides: [{ key: 'datadir', value: '/etc' }] };
const mainnet = { nodeType: 'pruned' as const, network: 'mainnet' as const };
test.each<[string, Parameters<typeof desired>[0], Partial<HostOffer>, RegExp[]]>([
  ['has nothing against a node that the operator offers', {}, {}, []],
  ['has no image for a version', { clientVersion: '27.0' }, {}, [/for bitcoind 27.0; available: bitcoind 28.1/]],
  ['does not allow a network', {}, { allowRegtest: false }, [/does not allow regtest/]],
  ['names every issue at once', mainnet, { networks: ['signet'] }, [/not allow mainnet/, /not allow pruned nodes/]],
  ['checks again what the control plane has checked', protectedKey, {}, [/^overrides\.0/]],
])('the host %s', (_what, node, changed, issues) => {
  const found = issuesOf(desired(node), { ...offer, ...changed });
  expect(found).toEqual(issues.map((issue) => expect.stringMatching(issue)));
});
