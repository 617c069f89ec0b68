import { describe, expect, test } from 'vitest';
import { maxShownChoices, shownChoices } from '../../../src/console/pages/endpoints/choices.ts';
import { consumerChanges, consumerDraft, consumerInput } from '../../../src/console/pages/endpoints/consumer-draft.ts';
import { changesOf, draftOf, faultsOf, inputOf } from '../../../src/console/pages/endpoints/endpoint-draft.ts';

const member = (nodeId: string) => ({ nodeId, nodeName: nodeId, hasGatewayUser: true });
const endpoint = {
  ...{ name: 'main', network: 'signet' as const, nodeIds: ['a', 'b', 'gone'], nodeLabels: [] },
  members: [member('a'), member('b')],
  hosts: [
    { executorId: 'h', executorName: 'h', state: 'serving' as const, reason: null, isCurrent: true, members: [] },
  ],
  ...{ address: '127.0.0.1', port: 8330, tls: null, pinnedBlockHash: null },
};

const filled = { ...draftOf(undefined), name: 'main', nodeIds: ['a'], executorIds: ['h'] };

describe('inputOf', () => {
  test('has the chosen nodes and hosts', () => {
    expect(inputOf(filled)).toEqual({
      ...{ name: 'main', network: 'mainnet', nodeIds: ['a'], executorIds: ['h'] },
      ...{ address: '127.0.0.1', port: 8330, tls: null, pinnedBlockHash: null },
    });
  });

  test('has labels instead of nodes', () => {
    const { nodeIds, nodeLabels } = inputOf({ ...filled, isByLabel: true, nodeLabels: 'tier=public' });
    expect([nodeIds, nodeLabels]).toEqual([undefined, [{ key: 'tier', value: 'public' }]]);
  });

  test('has the files of TLS', () => {
    const { tls } = inputOf({ ...filled, certFile: ' /c.pem ', keyFile: '/k.pem' });
    expect(tls).toEqual({ certFile: '/c.pem', keyFile: '/k.pem' });
  });
});

describe('changesOf', () => {
  test('is empty without a change, although a listed node was deleted', () => {
    expect(changesOf(draftOf(endpoint), endpoint)).toEqual({});
  });

  test.each([
    ['a name', { name: 'other' }, { name: 'other' }],
    ['a node less', { nodeIds: ['a'] }, { nodeIds: ['a'] }],
    ['labels instead of nodes', { isByLabel: true, nodeLabels: 'a=b' }, { nodeLabels: [{ key: 'a', value: 'b' }] }],
    ['a port', { port: '8400' }, { port: 8400 }],
    ['a pinned block', { pinnedBlockHash: 'AB' }, { pinnedBlockHash: 'ab' }],
  ])('has %s', (_what, change, expected) => {
    expect(changesOf({ ...draftOf(endpoint), ...change }, endpoint)).toEqual(expected);
  });

  test('ends TLS with both files emptied', () => {
    const secured = { ...endpoint, tls: { certFile: '/c.pem', keyFile: '/k.pem' } };
    expect(changesOf({ ...draftOf(secured), certFile: '', keyFile: '' }, secured)).toEqual({ tls: null });
  });
});

describe('faultsOf', () => {
  test('has none of a filled draft', () => {
    expect(faultsOf(filled)).toEqual({});
  });

  test.each([
    ['no node', { nodeIds: [] }, 'nodes'],
    ['no label', { isByLabel: true }, 'nodes'],
    ['a label without a value', { isByLabel: true, nodeLabels: 'tier' }, 'nodes'],
    ['no host', { executorIds: [] }, 'hosts'],
    ['a privileged port', { port: '80' }, 'port'],
    ['a port that is no number', { port: '8e3' }, 'port'],
    ['a certificate without a key', { certFile: '/c.pem' }, 'tls'],
  ])('names %s', (_what, change, field) => {
    expect(Object.keys(faultsOf({ ...filled, ...change }))).toEqual([field]);
  });
});

const consumer = {
  ...{ name: 'electrs', preset: 'indexer' as const, addedMethods: ['scantxoutset'], removedMethods: [] },
  ...{ callsPerSecond: 100, callsInFlight: 32 },
};

describe('a consumer’s form', () => {
  test('reads names of methods', () => {
    const draft = { ...consumerDraft(undefined), name: 'electrs', added: 'scantxoutset, othermethod' };
    expect(consumerInput(draft)).toMatchObject({ addedMethods: ['scantxoutset', 'othermethod'], removedMethods: [] });
  });

  test('changes nothing unless something was typed', () => {
    expect(consumerChanges(consumerDraft(consumer), consumer)).toEqual({});
  });

  test.each([
    ['methods', { added: '' }, { addedMethods: [] }],
    ['a limit', { callsPerSecond: 5 }, { callsPerSecond: 5 }],
    ['an expiry', { days: '30' }, { expiresInSeconds: 30 * 86_400 }],
    ['no expiry any more', { days: '' }, { expiresInSeconds: null }],
  ])('changes %s', (_what, change, expected) => {
    expect(consumerChanges({ ...consumerDraft(consumer), ...change }, consumer)).toEqual(expected);
  });
});

describe('shownChoices', () => {
  const choices = Array.from({ length: 60 }, (_none, index) => ({ id: `${index}`, name: `node-${index}` }));

  test('are limited, and counted beyond the limit', () => {
    const { shown, more } = shownChoices(choices, [], '');
    expect([shown.length, more]).toEqual([maxShownChoices, 10]);
  });

  test('have the chosen ones first to last, whatever the search', () => {
    const { shown } = shownChoices(choices, ['59', '3'], 'node-5');
    expect(shown.map(({ id }) => id)).toEqual(['3', '5', ...Array.from({ length: 10 }, (_none, digit) => `5${digit}`)]);
  });
});
