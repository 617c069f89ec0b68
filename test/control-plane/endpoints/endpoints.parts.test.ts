import { createHash, createHmac, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../harness/executor.ts';
import { codeOf } from '../../harness/inhabited.ts';
import type { ParsedJson } from '../../harness/parsed-json.ts';
import { sharedInhabited } from '../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane } = inhabited;

const gatewayFields = `gateway { digest endpoints { id name port members { nodeId name url user password hasGatewayUser passedOver }
  consumers { id name secrets { id sha256 expiresAt } methods callsPerSecond } } }`;

let host: TestExecutor;
let other: TestExecutor;
let executorId: string;
let nodeId: string;
let endpointId: string;
let observed: object[] = [];

/** What the agent of a host should serve; null if the digest is that of the current settings. */
async function gatewayOf(executor: TestExecutor, gatewayDigest: string | null = null): Promise<ParsedJson> {
  const query = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { ${gatewayFields} } }`;
  const nodes = executor === host ? observed : [];
  const { variables } = JSON.parse(executor.syncBody({ gatewayDigest, nodes }));
  return (await controlPlane.call(query, variables, executor.key)).data.syncExecutor.gateway;
}

/** As the host of the endpoint `main` has them. */
const consumersOf = async (): Promise<ParsedJson[]> =>
  (await gatewayOf(host)).endpoints.find(({ id }: ParsedJson) => id === endpointId).consumers;

const createEndpoint = (data: object) =>
  controlPlane.call('mutation($data: EndpointCreateInput!) { createEndpoint(data: $data) { endpoint { id } } }', {
    data: { network: 'regtest', executorIds: [executorId], nodeIds: [nodeId], ...data },
  });

async function createConsumer(data: object = {}): Promise<{ id: string; name: string; secret: string }> {
  const document =
    'mutation($data: ConsumerCreateInput!) { createConsumer(data: $data) { secret consumer { id name } } }';
  const { createConsumer: made } = await controlPlane.ask(document, {
    data: { endpointId, name: `c-${randomUUID()}`, ...data },
  });
  return { ...made.consumer, secret: made.secret };
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

beforeAll(async () => {
  ({ host, executorId } = inhabited);
  other = await TestExecutor.withKey(controlPlane, 'idle');
  await other.sync();
  nodeId = await inhabited.newNode({ name: 'alpha' });
  const endpoint = { host: '127.0.0.1', rpcPort: 18_443, p2pPort: 18_444 };
  observed = [{ id: nodeId, phase: 'running', since: new Date().toISOString(), endpoint, hasGatewayUser: true }];
  await host.sync({ nodes: observed });
  endpointId = (await createEndpoint({ name: 'main', port: 8330 })).data.createEndpoint.endpoint.id;
});

describe('the settings of a gateway', () => {
  test('reach the hosts of the endpoint', async () => {
    const { endpoints } = await gatewayOf(host);
    expect(endpoints).toMatchObject([{ id: endpointId, name: 'main', port: 8330 }]);
  });

  test('have the nodes with their address', async () => {
    const [{ members }] = (await gatewayOf(host)).endpoints;
    expect(members).toMatchObject([
      { nodeId, name: 'alpha', url: 'http://127.0.0.1:18443', user: 'satrap-gateway', hasGatewayUser: true },
    ]);
  });

  test('pass over a node whose host is drained', async () => {
    const drain = (document: string) => controlPlane.ask(`mutation($id: ID!) { ${document} }`, { id: executorId });
    const reasonOf = async () => (await gatewayOf(host)).endpoints[0].members[0].passedOver;
    await drain('drainExecutor(where: { id: $id }, reason: "a new disk") { executor { id } }');
    const drained = await reasonOf();
    await drain('undrainExecutor(where: { id: $id }) { executor { id } }');
    expect([drained, await reasonOf()]).toEqual(['Its host is drained.', null]);
  });

  test('are not repeated for a host that has them', async () => {
    const { digest } = await gatewayOf(host);
    expect(await gatewayOf(host, digest)).toBeNull();
  });

  test('do not reach another host', async () => {
    expect(await gatewayOf(other)).toBeNull();
  });

  test('have a password that fits the pair of the node', async () => {
    const [node] = await host.desired('id gatewayRpcAuth', { nodes: observed });
    const [{ members }] = (await gatewayOf(host)).endpoints;
    const [, salt = '', hash] = /^satrap-gateway:([0-9a-f]+)\$([0-9a-f]+)$/.exec(node?.gatewayRpcAuth) ?? [];
    expect(createHmac('sha256', salt).update(members[0].password).digest('hex')).toBe(hash);
  });

  test('end with the endpoint', async () => {
    const { data } = await createEndpoint({ name: 'brief', port: 8332 });
    const before = await gatewayOf(host);
    const document = 'mutation($id: ID!) { deleteEndpoint(where: { id: $id }) { endpoint { id } } }';
    await controlPlane.ask(document, { id: data.createEndpoint.endpoint.id });
    const after = await gatewayOf(host, before.digest);
    expect(after.endpoints.map(({ name }: { name: string }) => name)).toEqual(['main']);
  });
});

describe('createEndpoint', () => {
  test.each([
    ['a name that is taken', { name: 'main', port: 8340 }, 'name_taken'],
    ['a port that is taken on its host', { name: 'second', port: 8330 }, 'name_taken'],
    ['an address that others reach without TLS', { name: 'second', port: 8340, address: '0.0.0.0' }, 'invalid_input'],
    ['a privileged port', { name: 'second', port: 80 }, 'invalid_input'],
    [
      'nodes and labels together',
      { name: 'second', port: 8340, nodeLabels: [{ key: 'a', value: 'b' }] },
      'invalid_input',
    ],
  ])('refuses %s', async (_what, data, code) => {
    expect(codeOf(await createEndpoint(data))).toBe(code);
  });

  test('refuses a node of another organization', async () => {
    expect(codeOf(await createEndpoint({ name: 'second', port: 8340, nodeIds: [randomUUID()] }))).toBe('Forbidden');
  });

  test('selects nodes by the labels of node and host', async () => {
    const label =
      'mutation($id: ID!) { updateExecutor(where: { id: $id }, data: { labels: [{ key: "tier", value: "a" }] }) { executor { id } } }';
    await controlPlane.ask(label, { id: executorId });
    const labels = { nodeIds: null, nodeLabels: [{ key: 'tier', value: 'a' }] };
    const { data } = await createEndpoint({ name: 'labelled', port: 8341, ...labels });
    const query = 'query($id: ID!) { endpoint(where: { id: $id }) { members { nodeName } } }';
    const { endpoint } = await controlPlane.ask(query, { id: data.createEndpoint.endpoint.id });
    expect(endpoint.members).toEqual([{ nodeName: 'alpha' }]);
  });
});

describe('a consumer', () => {
  test('reaches gateways with the hash of its secret alone', async () => {
    const { id, secret } = await createConsumer();
    const found = (await consumersOf()).find((each) => each.id === id);
    expect(found?.secrets).toMatchObject([{ sha256: hashOf(secret), expiresAt: null }]);
    expect(JSON.stringify(found)).not.toContain(secret);
  });

  test('changes the digest that the host must have', async () => {
    const { digest } = await gatewayOf(host);
    await createConsumer();
    expect((await gatewayOf(host, digest)).digest).not.toBe(digest);
  });

  test('has two secrets after a rotation', async () => {
    const { id, secret } = await createConsumer();
    const rotate = 'mutation($id: ID!) { rotateConsumerSecret(where: { id: $id }) { secret } }';
    const { rotateConsumerSecret } = await controlPlane.ask(rotate, { id });
    const found = (await consumersOf()).find((each) => each.id === id);
    expect(found?.secrets.map(({ sha256 }: { sha256: string }) => sha256)).toEqual([
      hashOf(rotateConsumerSecret.secret),
      hashOf(secret),
    ]);
  });

  test('loses the previous secret at once if asked', async () => {
    const { id } = await createConsumer();
    const rotate =
      'mutation($id: ID!) { rotateConsumerSecret(where: { id: $id }, previousExpiresInSeconds: 0) { secret } }';
    await controlPlane.ask(rotate, { id });
    expect((await consumersOf()).find((each) => each.id === id)?.secrets).toHaveLength(1);
  });

  test('is gone from the settings once revoked', async () => {
    const { id } = await createConsumer();
    await controlPlane.ask('mutation($id: ID!) { revokeConsumer(where: { id: $id }) { consumer { id } } }', { id });
    expect((await consumersOf()).some((each) => each.id === id)).toBe(false);
  });

  const revisionOf = async (): Promise<number> => (await host.sync({ nodes: observed })).data.syncExecutor.revision;

  test('makes agents read the methods of nodes again', async () => {
    const before = await revisionOf();
    const { id } = await createConsumer({ addedMethods: ['othermethod'] });
    const added = await revisionOf();
    await controlPlane.ask('mutation($id: ID!) { revokeConsumer(where: { id: $id }) { consumer { id } } }', { id });
    expect([added > before, (await revisionOf()) > added]).toEqual([true, true]);
  });

  test('leaves the nodes of agents as they are without another method', async () => {
    const before = await revisionOf();
    await createConsumer({ preset: 'wallet', addedMethods: ['getblockcount'] });
    expect(await revisionOf()).toBe(before);
  });

  test('adds its unusual methods to the whitelist of nodes', async () => {
    await createConsumer({ addedMethods: ['futuremethod', 'getblockcount'] });
    const query = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { nodes { gatewayMethods } } }`;
    const { variables } = JSON.parse(host.syncBody({ nodes: observed }));
    const { data } = await controlPlane.call(query, variables, host.key);
    expect(data.syncExecutor.nodes[0].gatewayMethods).toEqual(['futuremethod']);
  });
});

describe('consumers', () => {
  const namesWhere = async (where: object): Promise<string[]> => {
    const query = 'query($where: ConsumerWhereInput) { consumers(where: $where, take: 500) { name } }';
    const { consumers } = await controlPlane.ask(query, { where });
    return consumers.map(({ name }: { name: string }) => name);
  };
  let filtered: { id: string; name: string };
  beforeAll(async () => {
    const { data } = await createEndpoint({ name: 'filtered', port: 8350 });
    filtered = data.createEndpoint.endpoint;
    await createConsumer({ endpointId: filtered.id, name: 'explorer' });
    await createConsumer({ endpointId: filtered.id, name: 'miner' });
    await createConsumer({ name: 'explorer' });
  });

  test('are those of an endpoint', async () => {
    expect(await namesWhere({ endpointId: { equals: filtered.id } })).toEqual(['explorer', 'miner']);
  });

  test('are those of a name on each endpoint', async () => {
    expect(await namesWhere({ name: { equals: 'explorer' } })).toEqual(['explorer', 'explorer']);
  });

  test('are none of an endpoint that does not exist', async () => {
    expect(await namesWhere({ endpointId: { equals: randomUUID() } })).toEqual([]);
  });
});

describe('reportEndpoints', () => {
  const startedAt = new Date().toISOString();
  let consumer: { id: string; name: string };
  let calls: object[];
  const report = (executor: TestExecutor, more: object = {}) =>
    controlPlane.call(
      'mutation($data: EndpointsReportInput!) { reportEndpoints(data: $data) { accepted } }',
      {
        data: {
          startedAt,
          endpoints: [
            {
              ...{ endpointId, isListening: true },
              members: [{ nodeId, code: 'used', reason: 'It answers.', since: startedAt, height: 7, blocksBehind: 0 }],
              consumers: [{ consumerId: consumer.id, lastUsedAt: startedAt, counts: [{ outcome: 'ok', calls: 3 }] }],
            },
          ],
          calls,
          ...more,
        },
      },
      executor.key,
    );

  beforeEach(async () => {
    consumer = await createConsumer();
    const call = { id: randomUUID(), at: startedAt, endpointId, consumerId: consumer.id, consumerName: consumer.name };
    calls = [{ ...call, method: 'sendrawtransaction', txid: 'ab'.repeat(32), outcome: 'ok' }];
  });

  test('shows which nodes answer on a host', async () => {
    await report(host);
    const query =
      'query($id: ID!) { endpoint(where: { id: $id }) { hosts { executorId state members { nodeId code } } } }';
    const { endpoint } = await controlPlane.ask(query, { id: endpointId });
    expect(endpoint.hosts).toEqual([{ executorId, state: 'serving', members: [{ nodeId, code: 'used' }] }]);
  });

  test.each<[string, { endpoints?: object[]; problem?: string }]>([
    ['certificate', { endpoints: [{ problem: 'bad PEM' }] }],
    ['file of settings', { problem: 'bad PEM' }],
  ])('shows why a gateway that serves refused a %s', async (_what, change) => {
    const serving = { endpointId, isListening: true, members: [], consumers: [] };
    await report(host, { ...change, endpoints: (change.endpoints ?? [{}]).map((each) => ({ ...serving, ...each })) });
    const query = 'query($id: ID!) { endpoint(where: { id: $id }) { hosts { state reason } } }';
    const { endpoint } = await controlPlane.ask(query, { id: endpointId });
    expect(endpoint.hosts).toEqual([{ state: 'serving', reason: 'bad PEM' }]);
  });

  test('shows the settings in use as current', async () => {
    await report(host, { digest: (await gatewayOf(host)).digest });
    const { endpoint } = await controlPlane.ask(
      'query($id: ID!) { endpoint(where: { id: $id }) { hosts { isCurrent } } }',
      { id: endpointId },
    );
    expect(endpoint.hosts).toEqual([{ isCurrent: true }]);
  });

  test('counts the calls of a consumer once', async () => {
    await report(host);
    await report(host);
    const { consumers } = await controlPlane.ask('{ consumers { id counts { outcome calls } } }');
    const found = consumers.find(({ id }: { id: string }) => id === consumer.id);
    expect(found.counts).toEqual([{ outcome: 'ok', calls: 3 }]);
  });

  test('ignores counts of another host', async () => {
    await report(other);
    const { consumers } = await controlPlane.ask('{ consumers { id counts { calls } } }');
    expect(consumers.find(({ id }: { id: string }) => id === consumer.id).counts).toEqual([]);
  });

  test('records each call once in the audit log', async () => {
    await report(host);
    await report(host);
    const filter = { actorType: ['consumer'], targetId: endpointId };
    const { auditActions } = await controlPlane.ask(
      'query($filter: AuditActionFilterInput) { auditActions(filter: $filter) { nodes { action actor { name } after } } }',
      { filter },
    );
    const own = auditActions.nodes.filter(({ actor }: ParsedJson) => actor.name === consumer.name);
    expect(own).toMatchObject([{ action: 'endpointCall sendrawtransaction', after: { txid: 'ab'.repeat(32) } }]);
  });

  const actorsOf = async (txid: string): Promise<string[]> => {
    const query = `query($filter: AuditActionFilterInput) { auditActions(filter: $filter) { nodes { actor { name } after } } }`;
    const { auditActions } = await controlPlane.ask(query, { filter: { actorType: ['consumer'] } });
    return auditActions.nodes.flatMap(({ actor, after }: ParsedJson) => (after.txid === txid ? [actor.name] : []));
  };
  const reportCall = async (executor: TestExecutor, change: object): Promise<string> => {
    const txid = randomUUID().replaceAll('-', '').repeat(2);
    await report(executor, { calls: [{ ...calls[0], ...change, id: randomUUID(), txid }] });
    return txid;
  };

  test('names the consumer of a call as it is stored', async () => {
    const txid = await reportCall(host, { consumerName: 'someone-else' });
    expect(await actorsOf(txid)).toEqual([consumer.name]);
  });

  test('marks a call of an endpoint that the host does not serve', async () => {
    expect(await actorsOf(await reportCall(other, {}))).toEqual(['unverified, reported by idle']);
  });

  test.each([['consumerId'], ['endpointId']])('marks a call whose %s is unknown', async (field) => {
    const txid = await reportCall(host, { [field]: randomUUID() });
    expect(await actorsOf(txid)).toEqual([expect.stringMatching(/^unverified, reported by /)]);
  });

  test('refuses a method that is no name of one', async () => {
    const call = { ...calls[0], method: 'stop, by an admin' };
    expect(codeOf(await report(host, { calls: [call] }))).toBe('invalid_input');
  });

  test('refuses a text that is too long', async () => {
    expect(codeOf(await report(host, { problem: 'x'.repeat(1001) }))).toBe('invalid_input');
  });
});
