import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeChange } from '../../../src/agent/docker/describe.ts';
import type { WorkloadSpec } from '../../../src/agent/runtime/workload-spec.ts';
import { mainnetSpec } from '../../fixtures/node.ts';

test.each<[string, Partial<WorkloadSpec>]>([
  ['configuration changed: client version 28.1 → 28.0', { clientVersion: '28.0', image: 'other' }],
  ['configuration changed: image bitcoin/bitcoin@sha256:0 → other', { image: 'other' }],
  ['configuration changed: cores 2 → 3, memory (MiB) 4096 → 2048', { cpuCores: 3, memoryMiB: 2048 }],
  ['configuration changed: override dbcache 512 → 1024', { overrides: [{ key: 'dbcache', value: '1024' }] }],
  ['configuration changed: override dbcache 512 → unset', { overrides: [] }],
  ['configuration changed: platform RPC credentials', { platformRpcAuth: 'u:cc$dd' }],
  ['configuration changed: RPC port 8332 → 1', { ports: { rpc: 1, p2p: 8333 } }],
  ['container not created by this agent', {}],
])('describes «%s»', (text, change) => {
  expect(describeChange(mainnetSpec, { ...mainnetSpec, ...change })).toBe(text);
});

test('says so when it does not know what a container was made from', () => {
  expect(describeChange(null, mainnetSpec)).toBe('created by another installation of the agent with other settings');
});

test('invariant 8: names a secret override without its value', () => {
  const overrides = [{ key: 'torpassword', value: randomBytes(16).toString('hex') }, ...mainnetSpec.overrides];
  expect(describeChange(mainnetSpec, { ...mainnetSpec, overrides })).toBe(
    'configuration changed: override torpassword',
  );
});
