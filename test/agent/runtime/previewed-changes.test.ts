import { expect, test } from 'vitest';
import { specHash, workloadSpec } from '../../../src/agent/runtime/workload-spec.ts';
import { type NodeWish, nodeChanges } from '../../../src/bitcoin/node-changes.ts';
import { changeCases, wish } from '../../bitcoin/node-wish.ts';
import { desired } from '../../fixtures/node.ts';

const settings = {
  bindAddress: '127.0.0.1',
  p2pBindAddress: '0.0.0.0',
  zmqBindAddress: '127.0.0.1',
  nodeUser: '101:101',
};
const choices = {
  image: 'bitcoin/bitcoin@sha256:0',
  ports: { rpc: 8332, p2p: 8333 },
  agentRpc: { password: 'generated', salt: '00' },
};

/** What a container of this node carries. */
const hashOf = (of: NodeWish): string => {
  const { overrides, ...rest } = of;
  return specHash(workloadSpec(desired({ ...rest, overrides: [...overrides] }), settings, choices));
};

test.each(changeCases)(
  'the preview of a node that $what says a new container exactly where the agent makes one',
  ({ from, to }) => {
    const [before, after] = [wish(from), wish(to)];
    const kinds = nodeChanges(before, after).flatMap(({ consequences }) => consequences.map(({ kind }) => kind));
    expect(kinds.includes('new_container')).toBe(hashOf(before) !== hashOf(after));
  },
);
