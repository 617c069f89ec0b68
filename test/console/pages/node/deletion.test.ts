import { describe, expect, test } from 'vitest';
import {
  areAllNamed,
  type DeletableNode,
  deletionOutcome,
  namesIn,
} from '../../../../src/console/pages/node/danger/deletion.ts';

const node: DeletableNode = {
  ...{ id: 'n', network: 'signet', executor: { name: 'berlin' }, metrics: { height: 1204, sizeOnDiskBytes: 2048 } },
  status: { wallets: ['', 'savings'], endpoint: { host: '10.0.0.7', rpcPort: 38_332 } },
};
const said = (texts: readonly string[]) => texts.join(' ');

describe('the deletion of a node', () => {
  test('keeps chain data and wallets, and says where', () => {
    const { lost, kept } = deletionOutcome('keep', node);
    expect(said(lost)).toMatch(/10\.0\.0\.7:38332.*Container/);
    expect(said(lost)).not.toContain('Chain data');
    expect(said(kept)).toMatch(/Chain data \(to height 1.204, 2 KiB\) on berlin.*default wallet, savings/);
  });

  test('loses the chain data with its removal, and says what that costs', () => {
    const { lost, kept } = deletionOutcome('remove', node);
    expect(said(lost)).toMatch(/Chain data \(to height 1.204, 2 KiB\); syncing again takes hours/);
    expect(kept).toEqual([]);
  });

  test('says what is not known', () => {
    const unknown = { ...node, metrics: null, status: { wallets: null, endpoint: null } };
    const { lost, kept } = deletionOutcome('keep', unknown);
    expect(said(lost)).toContain('Endpoint: clients lose access.');
    expect(said(kept)).toMatch(/^Chain data on berlin.*not reported their names/);
  });
});

test.each([
  ['unknown wallets', null, [], true],
  ['no wallet', [], [], true],
  ['one of two', ['', 'savings'], ['savings'], false],
  ['both', ['', 'savings'], ['savings', ''], true],
] as const)('wallets are named: %s', (_case, wallets, named, answer) => {
  expect(areAllNamed(wallets, named)).toBe(answer);
});

test.each([
  ['', []],
  [' ', []],
  ['a, b,a', ['a', 'b']],
  [',', ['']],
] as const)('names of wallets are read from %j', (text, names) => {
  expect(namesIn(text)).toEqual(names);
});
