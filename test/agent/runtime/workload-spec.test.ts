import { expect, test } from 'vitest';
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
  const later = { ...mainnetSpec, later: undefined };
  expect(specHash(later)).toBe(specHash(mainnetSpec));
});

test('a spec with another value of any field has another hash', () => {
  const zmq = { address: '127.0.0.1', ports: { rawblock: 28_332 } };
  const changes: Partial<WorkloadSpec>[] = [{ cpuCores: 3 }, { ports: { rpc: 1, p2p: 2 } }, { overrides: [] }, { zmq }];
  for (const change of changes) expect(specHash({ ...mainnetSpec, ...change })).not.toBe(specHash(mainnetSpec));
});

const settings = {
  ...{ bindAddress: '127.0.0.1', p2pBindAddress: '0.0.0.0', zmqBindAddress: '127.0.0.1', nodeUser: '101:101' },
};
const choices = { image: 'i@sha256:1', ports: { rpc: 1, p2p: 2 }, agentRpc: { password: 'p', salt: 's' } };

test('a spec takes the node from the desired state, and ports from the agent', () => {
  const overrides = [{ key: 'par', value: '2' }];
  expect(workloadSpec(desired({ overrides }), settings, choices)).toMatchObject({
    ...{ network: 'regtest', cpuCores: 1, memoryMiB: 512, overrides, platformRpcAuth: 'u:aa$bb' },
    agentRpcAuth: expect.stringMatching(/^satrap-agent:s\$[0-9a-f]{64}$/),
    ...{ image: 'i@sha256:1', ports: { rpc: 1, p2p: 2 }, user: '101:101' },
    ...{ rpcAddress: '127.0.0.1', p2pAddress: '0.0.0.0' },
  });
});

test('peers outside of Tor do not reach the port of a node with one', () => {
  const tor = { mode: 'own' as const, proxy: '172.17.0.1:9050', onionAddress: null };
  expect(workloadSpec(desired({ tor }), settings, choices)).toMatchObject({ tor, p2pAddress: '127.0.0.1' });
});

test('a change of the gateways’ RPC user does not restart a node', () => {
  const spec = workloadSpec(desired(), settings, choices);
  const other = desired({ gatewayRpcAuth: 'satrap-gateway:cc$dd', gatewayMethods: ['futuremethod'] });
  expect(workloadSpec(other, settings, choices)).toEqual(spec);
});

test('a spec lists ZeroMQ topics with ports in a fixed order, and waits for the ports', () => {
  const publishing = desired({ overrides: ['zmqpubrawtx', 'zmqpubrawblock'].map((key) => ({ key, value: '1' })) });
  const zmqPorts = { rawtx: 4, hashtx: 5, rawblock: 3 };
  const { zmq } = workloadSpec(publishing, settings, { ...choices, zmqPorts });
  expect(JSON.stringify(zmq)).toBe('{"address":"127.0.0.1","ports":{"rawblock":3,"rawtx":4}}');
  expect(workloadSpec(desired(), settings, { ...choices, zmqPorts })).not.toHaveProperty('zmq');
  expect(topicsWithoutPort(publishing, { rawtx: 4 })).toEqual(['rawblock']);
  expect(topicsWithoutPort(desired())).toEqual([]);
});

/** The label of a container of this node. */
const hashOf = ({ overrides, ...rest }: NodeWish): string =>
  specHash(workloadSpec(desired({ ...rest, overrides: [...overrides] }), settings, choices));

test.each(changeCases)(
  'the preview of a node that $what announces each container the agent re-creates',
  ({ from, to }) => {
    const [before, after] = [wish(from), wish(to)];
    const kinds = nodeChanges(before, after).flatMap(({ consequences }) => consequences.map(({ kind }) => kind));
    expect(kinds.includes('new_container')).toBe(hashOf(before) !== hashOf(after));
  },
);
