import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainKind } from '../../../src/agent/agent-requests/chain.ts';
import { requestResults } from '../../../src/contract/agent-requests.ts';
import { Daemon } from '../monitor/daemon.ts';

let daemon: Daemon;
beforeAll(async () => {
  daemon = await Daemon.make();
  await daemon.start();
});
afterAll(() => daemon?.remove());

const { signal } = new AbortController();

test('the blocks of a chain are read with its tip; heights above the tip are left out', async () => {
  const { answer } = chainKind(() => daemon.endpoint, signal);
  const reading = requestResults.chain.parse(await answer('one', { heights: [0, 1, 99] }));
  expect(reading.tip.height).toBe(0);
  expect(reading.blocks).toEqual([{ height: 0, hash: reading.tip.hash }]);
  // The version that the tests run does not report them.
  expect(reading.deployments).toBeNull();
});

test('a daemon that does not run is said to', async () => {
  await expect(chainKind(() => null, signal).answer('one', { heights: [1] })).rejects.toThrow('does not run now');
});
