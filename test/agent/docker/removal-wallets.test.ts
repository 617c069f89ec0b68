import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ObservedContainer } from '../../../src/agent/docker/engine/observed-container.ts';
import type { ExecutorOnEngine } from '../../../src/agent/docker/executor-on-engine.ts';
import { removalWallets } from '../../../src/agent/docker/removal-wallets.ts';
import { desired } from '../../fixtures/node.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

/** A deleted node whose data this process sees, and a clock on which each search takes a second. */
function deletedNode() {
  const path = scratchFolder('volume');
  const addWallet = (name: string) => {
    const folder = join(path, 'node/regtest/wallets', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'wallet.dat'), '');
  };
  const clock = { seconds: 0 };
  const now = () => {
    clock.seconds++;
    return clock.seconds * 1000;
  };
  const find = removalWallets({} as ExecutorOnEngine, now);
  const seen = {
    data: 'present',
    dataRoot: 'ssd',
    directory: path,
    leftoverDataDir: null,
    workload: undefined,
  } as const;
  const search = (containers: readonly Partial<ObservedContainer>[] = []) =>
    find(desired({ desiredState: 'deleted', dataPolicy: 'remove' }), {
      ...seen,
      volumes: [{ dataRoot: 'ssd', directory: path, path }],
      containers: containers as readonly ObservedContainer[],
    });
  return { addWallet, clock, search };
}

test('removalWallets › rests twelve times as long as a search took', async () => {
  const { addWallet, clock, search } = deletedNode();
  addWallet('first');
  expect(await search()).toEqual(['first']);
  addWallet('second');
  clock.seconds = 12;
  expect(await search()).toEqual(['first']);
  clock.seconds = 14;
  expect(await search()).toEqual(['first', 'second']);
});

test('removalWallets › searches again after a daemon ran', async () => {
  const { addWallet, search } = deletedNode();
  expect(await search()).toEqual([]);
  addWallet('later');
  expect(await search([{ state: 'running' }])).toBeNull();
  expect(await search()).toEqual(['later']);
});
