import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../src/control-plane/platform/database/database.ts';
import type { ParsedJson } from '../../../harness/parsed-json.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, host, newNode } = sharedInhabited();
const database = sharedDatabase(controlPlane);

let nodeId = '';
const count = 5;

beforeAll(async () => {
  nodeId = await newNode({ name: 'paged' });
  const { organizationId } = controlPlane.made;
  await host.report(Array.from({ length: count }, () => host.event({ kind: 'test.paged', nodeId })));
  for (let number = 1; number < count; number++) {
    await controlPlane.ask(
      'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(data: $data, where: { id: $id }) { node { id } } }',
      { id: nodeId, data: { name: `paged-${number}` } },
    );
  }
  await database.execute(sql`
    INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
      started_at, opened_at, updated_at)
    SELECT ${organizationId}, 'node_failing', (ARRAY['info', 'critical', 'warning'])[number % 3 + 1], 'open', 'It failed.', '{}',
      'node', number::text, number::text, now(), now(), now()
    FROM generate_series(1, ${count}) AS number`);
});

interface Page {
  edges: { cursor: string; node: { id: string } }[];
  nodes: { id: string }[];
  pageInfo: ParsedJson;
}

const page = 'edges { cursor node { id } } nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';

type List = [name: string, field: string, type: string, more: () => object];
const lists: List[] = [
  ['events', 'events(filter: $filter)', 'EventFilterInput', () => ({ kind: 'test.paged' })],
  ['events by time', 'events(filter: $filter)', 'EventFilterInput', () => ({ nodeId, from: '2026-01-01T00:00:00Z' })],
  ['Node.events', 'node(where: { id: $id }) { events(filter: $filter)', 'EventFilterInput', () => ({})],
  ['auditActions', 'auditActions(filter: $filter)', 'AuditActionFilterInput', () => ({ targetId: nodeId })],
  [
    'adminAuditActions',
    'adminAuditActions(organizationId: $id, filter: $filter)',
    'AuditActionFilterInput',
    () => ({ targetId: nodeId, from: '2026-01-01T00:00:00Z' }),
  ],
  ['notificationIncidents', 'notificationIncidents(filter: $filter)', 'AlertIncidentFilterInput', () => ({})],
];

describe.each(lists)('the connection %s', (name, field, type, more) => {
  const usesId = field.includes('$id');
  const document = `query(${usesId ? '$id: ID!, ' : ''}$filter: ${type}) { ${field} { ${page} } ${field.includes('{ events') ? '}' : ''} }`;
  const read = async (filter: object): Promise<Page> => {
    const id = name === 'Node.events' ? nodeId : controlPlane.made.organizationId;
    const variables = { filter: { ...more(), ...filter }, ...(usesId ? { id } : {}) };
    const [answer] = Object.values(await controlPlane.ask(document, variables)) as [ParsedJson];
    return answer.edges ? answer : answer.events;
  };
  const idsOf = ({ nodes }: Page) => nodes.map(({ id }) => id);

  test('gives each entry in both directions, and continues behind the cursor of any edge', async () => {
    const older = await read({});
    expect(older.edges.length).toBeGreaterThanOrEqual(count);
    expect(idsOf(await read({ direction: 'newer' }))).toEqual(idsOf(older).toReversed());
    for (const [index, { cursor }] of older.edges.entries()) {
      expect(idsOf(await read({ cursor }))).toEqual(idsOf(older).slice(index + 1));
      expect(idsOf(await read({ cursor, direction: 'newer' }))).toEqual(idsOf(older).slice(0, index).toReversed());
    }
  });

  test('has the first and last cursor, equal edges and nodes, and what is beside', async () => {
    const all = await read({});
    const { edges, nodes, pageInfo } = await read({ take: 2 });
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect(nodes).toEqual(all.nodes.slice(0, 2));
    const [first, last] = edges.map(({ cursor }) => cursor);
    expect(pageInfo).toEqual({ startCursor: first, endCursor: last, hasNextPage: true, hasPreviousPage: false });
    const { pageInfo: rest } = await read({ cursor: last });
    expect(rest).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  test('has no cursors on an empty page', async () => {
    const end = (await read({})).pageInfo.endCursor;
    const { edges, nodes, pageInfo } = await read({ cursor: end });
    expect([edges, nodes]).toEqual([[], []]);
    expect(pageInfo).toEqual({ startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: true });
  });
});
