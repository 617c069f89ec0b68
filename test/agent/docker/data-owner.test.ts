import { expect, test } from 'vitest';
import { ownerOf } from '../../../src/agent/docker/data-owner.ts';
import type { ObservedContainer } from '../../../src/agent/docker/engine/observed-container.ts';
import { mainnetSpec } from '../../fixtures/node.ts';

const workload = { user: '7:7' } as ObservedContainer;
const record = { applied: { ...mainnetSpec, user: '8:8' } };

test.each([
  ['the owner of its data, before a start', { data: 'present', dataOwner: '6:6', workload }, '6:6'],
  ['the setting’s, for an empty volume', { data: 'present', dataOwner: null, workload }, undefined],
  ['the container’s, while it runs', { data: 'present', workload }, '7:7'],
  ['the last one, without a container', { data: 'present', workload: undefined }, '8:8'],
  ['the setting’s, without data', { data: 'absent', workload }, undefined],
] as const)('the user of a node is %s', (_what, observed, user) => {
  expect(ownerOf(observed, record)).toBe(user);
});
