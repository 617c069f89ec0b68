import { describe, expect, test } from 'vitest';
import {
  specHash,
  topicsWithoutPort,
  type WorkloadSpec,
  workloadSpec,
} from '../../../src/agent/runtime/workload-spec.ts';
import { type NodeWish, nodeChanges } from '../../../src/bitcoin/node-changes.ts';
import { changeCases, wish } from '../../bitcoin/node-wish.ts';
import { desired, mainnetSpec } from '../../fixtures/node.ts';

test('invariant 9: a node made by an earlier agent keeps the hash of its spec', () => {
  // Carried by containers in the field. If this fails, the change restarts every node of every host.
  expect(specHash(mainnetSpec)).toBe('885e3da38bb0c842fcc0daac54827945');
});

test('invariant 9: a field that is undefined does not change the hash of a spec', () => {
  const later = { ...mainnetSpec, later: undefined };
  expect(specHash(later)).toBe(specHash(mainnetSpec));
});

test.each<Partial<WorkloadSpec>>([
  { cpuCores: 3 },
  { image: 'other' },
  { ports: { rpc: 1, p2p: 2 } },
  { overrides: [] },
  { zmq: { address: '127.0.0.1', ports: { rawblock: 28_332 } } },
])('a spec with %j has another hash', (change) => {
  expect(specHash({ ...mainnetSpec, ...change })).not.toBe(specHash(mainnetSpec));
});

test('a spec takes the node from the desired state, addresses from the settings, and image, ports and credentials from the agent', () => {
  const settings = {
    bindAddress: '127.0.0.1',
    p2pBindAddress: '0.0.0.0',
    zmqBindAddress: '127.0.0.1',
    nodeUser: '101:101',
  };
  const choices = { image: 'i@sha256:1', ports: { rpc: 1, p2p: 2 }, agentRpc: { password: 'p', salt: 's' } };
  expect(workloadSpec(desired({ overrides: [{ key: 'par', value: '2' }] }), settings, choices)).toMatchObject({
    network: 'regtest',
    cpuCores: 1,
    memoryMiB: 512,
    overrides: [{ key: 'par', value: '2' }],
    platformRpcAuth: 'u:aa$bb',
    agentRpcAuth: expect.stringMatching(/^satrap-agent:s\$[0-9a-f]{64}$/),
    image: 'i@sha256:1',
    ports: { rpc: 1, p2p: 2 },
    rpcAddress: '127.0.0.1',
    p2pAddress: '0.0.0.0',
    user: '101:101',
  });
});

describe('what is published over ZeroMQ', () => {
  const settings = { bindAddress: '1.1.1.1', p2pBindAddress: '0.0.0.0', zmqBindAddress: '127.0.0.1', nodeUser: '1:1' };
  const choices = { image: 'i@sha256:1', ports: { rpc: 1, p2p: 2 }, agentRpc: { password: 'p', salt: 's' } };
  const publishing = desired({
    overrides: ['zmqpubrawtx', 'zmqpubrawblock'].map((key) => ({ key, value: '1' })),
  });

  test('is in the spec with its ports and the operator’s address, in one order', () => {
    const given = { rawtx: 4, hashtx: 5, rawblock: 3 };
    const { zmq } = workloadSpec(publishing, settings, { ...choices, zmqPorts: given });
    expect(JSON.stringify(zmq)).toBe('{"address":"127.0.0.1","ports":{"rawblock":3,"rawtx":4}}');
  });

  test('a node that publishes nothing has a spec without it', () => {
    expect(workloadSpec(desired(), settings, { ...choices, zmqPorts: { rawtx: 4 } })).not.toHaveProperty('zmq');
  });

  test('waits for the ports of its topics', () => {
    expect(topicsWithoutPort(publishing, { rawtx: 4 })).toEqual(['rawblock']);
    expect(topicsWithoutPort(desired())).toEqual([]);
  });
});

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

/** The label of a container of this node. */
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
