import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import type { GraphqlAnswer } from '../../../harness/control-plane.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

let world: Inhabited;
let closeDatabase: () => Promise<void>;
let setExpiry: (name: string, days: number | null) => Promise<unknown>;

beforeAll(async () => {
  world = await startInhabited({});
  const { database, close } = await openDatabase(world.controlPlane.settings, quiet);
  closeDatabase = close;
  setExpiry = (name, days) =>
    database.execute(
      sql`UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + make_interval(days => ${days}::int) WHERE name = ${name}`,
    );
});
afterAll(async () => {
  await closeDatabase?.();
  await world?.controlPlane.destroy();
});

const centerDocument = `{ notificationCenter { open openCritical openWarning openInfo
  latest { id code severity status message advice subjectType subjectName durationSeconds closedAt } } }`;
const listDocument = `query($status: AlertStatus, $page: CursorPageInput) { notificationIncidents(status: $status, page: $page) {
  edges { cursor } nodes { id subjectName status note acknowledgedBy } pageInfo { endCursor hasNextPage } } }`;
const acknowledgeDocument = `mutation($id: ID!, $note: String) { acknowledgeIncident(id: $id, note: $note) { id note acknowledgedAt } }`;

const center = async (): Promise<GraphqlAnswer['data']> =>
  (await world.controlPlane.ask(centerDocument)).notificationCenter;
const list = async (variables: object, key?: string): Promise<GraphqlAnswer['data']> =>
  (await world.controlPlane.ask(listDocument, variables, key)).notificationIncidents;

test('an incident opens, is listed, counted and acknowledged, and closes by itself', async () => {
  const { controlPlane } = world;
  for (const name of ['first', 'second', 'third']) {
    await controlPlane.key('personal', name);
    await setExpiry(name, 3);
    await until(`the incident of ${name} is open`, async () => (await center()).latest[0]?.subjectName === name);
  }
  expect(await center()).toMatchObject({ open: 3, openCritical: 0, openWarning: 3, openInfo: 0 });
  const [latest] = (await center()).latest;
  expect(latest).toMatchObject({ code: 'key_ends_soon', severity: 'warning', status: 'open', subjectType: 'api_key' });
  expect(latest.message).toMatch(/^The personal key third expires at /);
  expect(latest.advice).toMatch(/^Create a new key/);

  const page = await list({ status: 'open', page: { take: 2 } });
  expect(page.nodes.map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual(['third', 'second']);
  expect(page.pageInfo.hasNextPage).toBe(true);
  const rest = await list({ status: 'open', page: { take: 2, cursor: page.pageInfo.endCursor } });
  expect(rest.nodes).toMatchObject([{ subjectName: 'first' }]);

  const { acknowledgeIncident } = await controlPlane.ask(acknowledgeDocument, { id: latest.id, note: 'on it' });
  expect(acknowledgeIncident).toMatchObject({ id: latest.id, note: 'on it' });
  const byId = 'query($id: ID!) { notificationIncident(id: $id) { subjectName note } }';
  expect(await controlPlane.ask(byId, { id: latest.id })).toEqual({
    notificationIncident: { subjectName: 'third', note: 'on it' },
  });
  expect(await controlPlane.ask(byId, { id: 'none' })).toEqual({ notificationIncident: null });
  await setExpiry('third', null);
  await until('the incident is closed', async () => (await center()).open === 2);
  const closed = await list({ status: 'closed' });
  expect(closed.nodes).toMatchObject([{ id: latest.id, status: 'closed', note: 'on it' }]);
});

test('another organization sees none of it, and cannot acknowledge', async () => {
  const { controlPlane, stranger, executorKey } = world;
  const [{ id }] = (await list({})).nodes;
  for (const key of [stranger.personalKey, stranger.memberKey, executorKey]) {
    expect((await list({}, key)).nodes).toEqual([]);
    expect((await controlPlane.ask(centerDocument, {}, key)).notificationCenter).toMatchObject({ open: 0, latest: [] });
    expect(codeOf(await controlPlane.call(acknowledgeDocument, { id }, key))).toBe('Forbidden');
  }
});

test.each([
  ['an id that is none', { id: 'x' }, 'Forbidden'],
  ['an incident that there is not', { id: '00000000-0000-4000-8000-000000000000' }, 'Forbidden'],
])('%s is not acknowledged', async (_what, variables, code) => {
  expect(codeOf(await world.controlPlane.call(acknowledgeDocument, variables))).toBe(code);
});

test('a note that is too long, a wrong cursor and a wrong page are refused', async () => {
  const { controlPlane } = world;
  const [{ id }] = (await list({})).nodes;
  const note = 'x'.repeat(1001);
  expect(codeOf(await controlPlane.call(acknowledgeDocument, { id, note }))).toBe('invalid_input');
  expect(codeOf(await controlPlane.call(listDocument, { page: { cursor: 'nonsense' } }))).toBe('invalid_input');
  expect(codeOf(await controlPlane.call(listDocument, { page: { take: 501 } }))).toBe('invalid_input');
});
