import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { TestExecutor } from '../../harness/executor.ts';
import { insertIncident } from '../../harness/incident-rows.ts';
import { codeOf } from '../../harness/inhabited.ts';
import type { ParsedJson } from '../../harness/parsed-json.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';

const { controlPlane, host, newNode, stranger } = sharedInhabited();
const database = sharedDatabase(controlPlane);

const page = '{ edges { cursor } nodes { id } pageInfo { startCursor endCursor } }';
/** Each list with cursors, with the table that it reads. */
const lists = [
  ['events', 'event', `query($page: EventFilterInput) { list: events(filter: $page) ${page} }`, {}],
  [
    'events by time',
    'event',
    `query($page: EventFilterInput) { list: events(filter: $page) ${page} }`,
    { from: '2026-01-01T00:00:00Z' },
  ],
  ['actions', 'audit_action', `query($page: AuditActionFilterInput) { list: auditActions(filter: $page) ${page} }`, {}],
  [
    'incidents',
    'alert_incident',
    `query($page: AlertIncidentFilterInput) { list: notificationIncidents(filter: $page) ${page} }`,
    {},
  ],
] as const;

/** Those with one count for all organizations. */
const countedTables: readonly string[] = ['event', 'alert_incident'];
/** A count of all organizations that is easy to recognize. */
const counted = 731_255_498_100;

beforeAll(async () => {
  for (const table of countedTables)
    await database.execute(sql`SELECT setval(${`${table}_sequence_seq`}::regclass, ${counted}::bigint)`);
  const other = new TestExecutor(controlPlane, stranger.executorKey, 'host-1');
  await other.sync();
  const at = new Date();
  const incident = (subjectId: string) =>
    insertIncident(database, {
      ...{ organizationId: controlPlane.made.organizationId, code: 'node_failing', severity: 'critical' },
      ...{ status: 'closed', message: 'It failed.', data: {}, subjectType: 'node', subjectId, subjectName: subjectId },
      ...{ startedAt: at, openedAt: at, updatedAt: at, closedAt: at },
    });
  for (let round = 1; round <= 3; round++) {
    await host.report([host.event()]);
    await newNode({ name: `node-${round}` });
    await incident(`node-${round}`);
    // The other organization works more in each round.
    await other.report(Array.from({ length: round * 5 }, () => other.event()));
  }
});

const read = async (document: string, filter: object): Promise<ParsedJson> =>
  (await controlPlane.ask(document, { page: { take: 3, ...filter } })).list;

/** Every way to write a number that a reader of bytes would try. */
function spellings(sequence: number): Buffer[] {
  const [integer, double] = [Buffer.alloc(8), Buffer.alloc(8)];
  integer.writeBigUInt64BE(BigInt(sequence));
  double.writeDoubleBE(sequence);
  const each = [integer.subarray(3), double.subarray(0, 6)];
  return [Buffer.from(String(sequence)), ...each, ...each.map((bytes) => Buffer.from(bytes.toReversed()))];
}

test.each(lists.filter(([, table]) => countedTables.includes(table)))(
  'ids and cursors of %s count nothing of another organization',
  async (_name, table, document, filter) => {
    const { edges, nodes, pageInfo } = await read(document, filter);
    const found = await database.execute(
      sql`SELECT sequence FROM ${sql.identifier(table)} WHERE sequence > ${counted}::bigint`,
    );
    const numbers = (found as unknown as { rows: { sequence: string }[] }).rows.flatMap(({ sequence }) =>
      spellings(Number(sequence)),
    );
    expect(numbers.length).toBeGreaterThan(0);
    const cursors: string[] = edges.map(({ cursor }: { cursor: string }) => cursor);
    expect(cursors).toHaveLength(3);
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([cursors[0], cursors[2]]);
    for (const text of [...cursors, ...nodes.map(({ id }: { id: string }) => id)]) {
      const readings = [
        Buffer.from(text),
        Buffer.from(text, 'base64url'),
        Buffer.from(text.replaceAll('-', ''), 'hex'),
      ];
      for (const number of numbers)
        expect(
          readings.some((bytes) => bytes.includes(number)),
          text,
        ).toBe(false);
    }
    for (const { id } of nodes) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-[47]/);
  },
);

test.each(lists)(
  'a cursor of %s leads on in its own list and organization, and nowhere else',
  async (name, _table, document, filter) => {
    const first = await read(document, filter);
    const { endCursor: cursor } = (await read(document, { ...filter, take: 1 })).pageInfo;
    expect((await read(document, { ...filter, take: 1, cursor })).nodes).toEqual([first.nodes[1]]);
    for (const [other, , foreign, ofOther] of lists) {
      const answer = await controlPlane.call(foreign, { page: { ...ofOther, cursor } });
      expect(codeOf(answer), other).toBe(other === name ? undefined : 'invalid_input');
    }
    const answer = await controlPlane.call(document, { page: { ...filter, cursor } }, stranger.personalKey);
    expect(codeOf(answer)).toBe('invalid_input');
  },
);
