import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { recordExpiries } from '../../../src/control-plane/endpoints/record-expiries.ts';
import { consumer } from '../../../src/control-plane/tables/endpoints.ts';
import { shapeFault } from '../../harness/event-shapes.ts';
import { EventStream } from '../../harness/event-stream.ts';
import type { ParsedJson } from '../../harness/parsed-json.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';
import { until } from '../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, host } = inhabited;
const database = sharedDatabase(controlPlane);

let executorId: string;
let nodeId: string;
let ports = 8400;

beforeAll(async () => {
  ({ executorId } = inhabited);
  nodeId = await inhabited.newNode({ name: 'alpha' });
});

async function createEndpoint(): Promise<string> {
  ports += 1;
  const data = {
    name: `e-${randomUUID()}`,
    network: 'regtest',
    port: ports,
    executorIds: [executorId],
    nodeIds: [nodeId],
  };
  const document = 'mutation($data: EndpointCreateInput!) { createEndpoint(data: $data) { endpoint { id } } }';
  return (await controlPlane.ask(document, { data })).createEndpoint.endpoint.id;
}

async function createConsumer(endpointId: string, data: object = {}): Promise<string> {
  const document = 'mutation($data: ConsumerCreateInput!) { createConsumer(data: $data) { consumer { id } } }';
  return (await controlPlane.ask(document, { data: { endpointId, name: 'probe', ...data } })).createConsumer.consumer
    .id;
}

/** Of one endpoint, oldest first. */
async function eventsOf(endpointId: string): Promise<ParsedJson[]> {
  const query = `query($filter: EventFilterInput) { events(filter: $filter) { nodes { kind message data nodeId executorName } } }`;
  const { events } = await controlPlane.ask(query, { filter: { direction: 'newer', take: 500 } });
  return events.nodes.filter(({ data }: ParsedJson) => data?.endpointId === endpointId);
}

const kindsOf = async (endpointId: string): Promise<string[]> =>
  (await eventsOf(endpointId)).map(({ kind }: ParsedJson) => kind);

const change = (mutation: string, variables: object) => controlPlane.ask(mutation, variables);

const updateEndpoint = (id: string, data: object) =>
  change(
    'mutation($id: ID!, $data: EndpointUpdateInput!) { updateEndpoint(where: { id: $id }, data: $data) { endpoint { id } } }',
    {
      id,
      data,
    },
  );

const updateConsumer = (id: string, data: object) =>
  change(
    'mutation($id: ID!, $data: ConsumerUpdateInput!) { updateConsumer(where: { id: $id }, data: $data) { consumer { id } } }',
    {
      id,
      data,
    },
  );

describe('the events of an endpoint', () => {
  test('record its creation, change and deletion', async () => {
    const id = await createEndpoint();
    await updateEndpoint(id, { address: '127.0.0.2', pinnedBlockHash: 'ab'.repeat(32) });
    await change('mutation($id: ID!) { deleteEndpoint(where: { id: $id }) { endpoint { id } } }', { id });
    const events = await eventsOf(id);
    expect(events).toMatchObject([
      { kind: 'endpoint.created' },
      { kind: 'endpoint.changed', data: { fields: ['address', 'pinnedBlockHash'] } },
      { kind: 'endpoint.deleted' },
    ]);
  });

  test('have no change to the same values', async () => {
    const id = await createEndpoint();
    await updateEndpoint(id, { address: '127.0.0.1' });
    expect(await kindsOf(id)).toEqual(['endpoint.created']);
  });
});

describe('the events of a consumer', () => {
  test('record its creation, change, rotation and revocation', async () => {
    const endpointId = await createEndpoint();
    const id = await createConsumer(endpointId);
    await updateConsumer(id, { preset: 'wallet' });
    await change('mutation($id: ID!) { rotateConsumerSecret(where: { id: $id }) { secret } }', { id });
    await change('mutation($id: ID!) { revokeConsumer(where: { id: $id }) { consumer { id } } }', { id });
    expect(await kindsOf(endpointId)).toEqual([
      ...['endpoint.created', 'consumer.created', 'consumer.changed', 'consumer.rotated', 'consumer.revoked'],
    ]);
  });

  test('have the published shapes', async () => {
    const endpointId = await createEndpoint();
    const id = await createConsumer(endpointId);
    await updateConsumer(id, { callsPerSecond: 5 });
    const faults = (await eventsOf(endpointId)).map(({ kind, data }: ParsedJson) => shapeFault({ kind, data }));
    expect(faults).toEqual([null, null, null]);
  });

  test('have no secret', async () => {
    const endpointId = await createEndpoint();
    const id = await createConsumer(endpointId);
    const rotate = 'mutation($id: ID!) { rotateConsumerSecret(where: { id: $id }) { secret } }';
    const { secret } = (await change(rotate, { id })).rotateConsumerSecret;
    expect(JSON.stringify(await eventsOf(endpointId))).not.toContain(secret);
  });

  const expire = async (id: string) => {
    await database
      .update(consumer)
      .set({ expiresAt: new Date(0) })
      .where(eq(consumer.id, id));
    await recordExpiries(database, new AbortController().signal, async () => {});
  };
  const expiriesOf = async (endpointId: string): Promise<number> =>
    (await kindsOf(endpointId)).filter((kind) => kind === 'consumer.expired').length;

  test('record its expiry once', async () => {
    const endpointId = await createEndpoint();
    const id = await createConsumer(endpointId, { expiresInSeconds: 3600 });
    await expire(id);
    await recordExpiries(database, new AbortController().signal, async () => {});
    expect(await expiriesOf(endpointId)).toBe(1);
  });

  test('record its expiry again after a later one was set', async () => {
    const endpointId = await createEndpoint();
    const id = await createConsumer(endpointId, { expiresInSeconds: 3600 });
    await expire(id);
    await updateConsumer(id, { expiresInSeconds: 3600 });
    await expire(id);
    expect(await expiriesOf(endpointId)).toBe(2);
  });
});

describe('a report of a gateway', () => {
  const report = (endpointId: string, code: string, height = 7, id = nodeId) => {
    const member = { nodeId: id, code, reason: 'It does not answer.', since: new Date().toISOString(), height };
    const endpoints = [{ endpointId, isListening: true, members: [member], consumers: [] }];
    const data = { startedAt: new Date().toISOString(), endpoints, calls: [] };
    const document = 'mutation($data: EndpointsReportInput!) { reportEndpoints(data: $data) { accepted } }';
    return controlPlane.call(document, { data }, host.key);
  };

  test('records when a node is used, and why it is not', async () => {
    const endpointId = await createEndpoint();
    await report(endpointId, 'used');
    await report(endpointId, 'unreachable');
    await report(endpointId, 'unreachable');
    const [, ...events] = await eventsOf(endpointId);
    expect(events).toMatchObject([
      { kind: 'endpoint.member_used', nodeId, executorName: 'host-1' },
      { kind: 'endpoint.member_unused', nodeId, data: { code: 'unreachable', reason: 'It does not answer.' } },
    ]);
  });

  test('records nothing of a node that is unknown', async () => {
    const endpointId = await createEndpoint();
    await report(endpointId, 'used', 7, randomUUID());
    await report(endpointId, 'used', 7, 'alpha');
    expect(await kindsOf(endpointId)).toEqual(['endpoint.created']);
  });

  test('names the endpoint to people only if it shows something else', async () => {
    const [quiet, changing] = [await createEndpoint(), await createEndpoint()];
    await report(quiet, 'used');
    const query = 'subscription { changes(types: [endpoint]) { type id } }';
    const stream = await EventStream.open(controlPlane.url, controlPlane.personalKey, query, {});
    onTestFinished(() => stream.leave());
    await stream.message('the first message', ({ data }) => data?.changes[0]?.type === 'resync');
    const namedSince = (start: number): string[] =>
      stream.messages
        .slice(start)
        .flatMap(({ data }) => data.changes)
        .flatMap(({ id }: { id: string | null }) => id ?? []);
    // Changes come a moment later: once this one has come, earlier ones are past.
    const last = await createEndpoint();
    await until('the last change before the reports', () => namedSince(0).includes(last));
    const start = stream.messages.length;
    await report(quiet, 'used', 8);
    await report(changing, 'used');
    await until('the endpoint is named', () => namedSince(start).includes(changing));
    expect(namedSince(start)).not.toContain(quiet);
  });
});
