import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eq, inArray } from '../../../src/control-plane/platform/database/database.ts';
import { auditAction } from '../../../src/control-plane/tables/audit.ts';
import { alertIncident } from '../../../src/control-plane/tables/incidents.ts';
import { insertIncident } from '../../harness/incident-rows.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';

const { controlPlane, stranger } = sharedInhabited();
const database = sharedDatabase(controlPlane);

const document = `mutation($ids: [ID!]!, $note: String) {
  acknowledgeIncidents(ids: $ids, note: $note) { incidents { id note acknowledgedBy } } }`;

function add(more: object = {}): Promise<string> {
  const { organizationId } = controlPlane.made;
  const now = new Date();
  return insertIncident(database, {
    ...{ organizationId, code: 'node_failing', severity: 'warning', status: 'open', message: 'It fails.', data: {} },
    ...{
      subjectType: 'node',
      subjectId: randomUUID(),
      subjectName: 'a',
      startedAt: now,
      openedAt: now,
      updatedAt: now,
      ...more,
    },
  });
}

const noteOf = async (id: string) =>
  (await database.select({ note: alertIncident.note }).from(alertIncident).where(eq(alertIncident.id, id)))[0]?.note;

test('acknowledges open incidents, each with its own audit action', async () => {
  const waiting = await Promise.all([add(), add()]);
  const others = await Promise.all([
    add({ acknowledgedAt: new Date(), note: 'mine' }),
    add({ status: 'closed', closedAt: new Date() }),
  ]);
  const ids = [...waiting, ...others, randomUUID(), 'none'];
  const { acknowledgeIncidents } = await controlPlane.ask(document, { ids, note: 'planned' });
  const found = acknowledgeIncidents.incidents as { id: string; note: string }[];
  expect(found.map(({ id }) => id).toSorted()).toEqual(waiting.toSorted());
  expect(new Set(found.map(({ note }) => note))).toEqual(new Set(['planned']));
  expect(await Promise.all(others.map(noteOf))).toEqual(['mine', null]);
  const actions = await database.select().from(auditAction).where(inArray(auditAction.targetId, ids));
  expect(actions.map(({ action, targetId }) => [action, targetId]).toSorted()).toEqual(
    waiting.map((id) => ['acknowledgeIncident', id]).toSorted(),
  );
});

test('leaves incidents of another organization unchanged', async () => {
  const id = await add();
  const { acknowledgeIncidents } = await controlPlane.ask(document, { ids: [id] }, stranger.personalKey);
  expect(acknowledgeIncidents.incidents).toEqual([]);
});

test.each([0, 501])('refuses %d incidents', async (count) => {
  const ids = Array.from({ length: count }, () => randomUUID());
  expect(codeOf(await controlPlane.call(document, { ids }))).toBe('invalid_input');
});

test('refuses a note that is too long', async () => {
  const id = await add();
  expect(codeOf(await controlPlane.call(document, { ids: [id], note: 'x'.repeat(1001) }))).toBe('invalid_input');
  expect(await noteOf(id)).toBeNull();
});
