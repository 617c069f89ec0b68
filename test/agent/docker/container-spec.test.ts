import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { issuesOf } from '../../../src/agent/desired/host-offer.ts';
import { type ContainerInputs, specHash } from '../../../src/agent/docker/container-spec.ts';
import { describeChange } from '../../../src/agent/docker/describe-change.ts';
import { situationOf } from '../../../src/agent/docker/snapshot.ts';
import { newNodeRecord } from '../../../src/agent/node/node-record.ts';
import { explainSituation } from '../../../src/agent/reconcile/explain.ts';
import { desired } from '../../fixtures/node.ts';

const inputs: ContainerInputs = {
  network: 'mainnet',
  clientVersion: '28.1',
  nodeType: 'full',
  cpuCores: 2,
  memoryMiB: 4096,
  overrides: [{ key: 'dbcache', value: '512' }],
  platformRpcAuth: 'u:aa$bb',
  agentRpcAuth: 'a:aa$bb',
  image: 'bitcoin/bitcoin@sha256:0',
  ports: { rpc: 8332, p2p: 8333 },
  rpcAddress: '127.0.0.1',
  p2pAddress: '0.0.0.0',
  user: '101:101',
};
const host = {
  images: { '28.1': 'example:28.1' },
  networks: [],
  allowRegtest: true,
  nodeTypes: ['full' as const],
  bindAddress: '127.0.0.1',
  p2pBindAddress: '127.0.0.1',
  nodeUser: '101:101',
};

test('invariant 9: a node that was made by an earlier agent has the hash that it had', () => {
  // Containers in the field carry it. Should this fail, the change restarts every node of every host.
  expect(specHash(inputs)).toBe('885e3da38bb0c842fcc0daac54827945');
  expect(specHash({ ...inputs, later: undefined } as ContainerInputs)).toBe(specHash(inputs));
  expect(specHash({ ...inputs, cpuCores: 3 })).not.toBe(specHash(inputs));
});

test('invariant 8: a secret override is named without its value, in what changed and in an explanation', () => {
  const secret = randomBytes(16).toString('hex');
  const overrides = [{ key: 'torpassword', value: secret }, ...inputs.overrides];
  expect(describeChange(inputs, { ...inputs, overrides })).toBe('changed: override torpassword');
  const node = desired({ overrides });
  const observed = { containers: [], volume: 'absent' as const, strangers: [], lookalikes: [], leftover: null };
  const planner = { instanceId: 'this', isAccepted: true };
  const image = { pin: null, present: false, fetch: '' };
  const situation = situationOf(node, observed, image, newNodeRecord(0), host, planner);
  const told = explainSituation({ node, orphaned: false }, situation, newNodeRecord(0));
  expect(told.desired).toContain('overrides: torpassword=(secret), dbcache=512');
  expect(JSON.stringify(told)).not.toContain(secret);
});

test.each(['constructor', 'toString', '__proto__'])(
  'a client version named %s is one that this host does not have',
  (clientVersion) => {
    expect(issuesOf(desired({ clientVersion }), host)).toContainEqual(
      expect.stringContaining('this host has no image'),
    );
  },
);
