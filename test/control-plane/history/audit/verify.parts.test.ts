import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../../src/control-plane/platform/database/database.ts';
import { auditAction } from '../../../../src/control-plane/tables/audit.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, newNode, stranger } = sharedInhabited();
const database = sharedDatabase(controlPlane);

interface Verified {
  count: number;
  firstAt: string | null;
  lastAt: string | null;
  last: { sequence: number; hash: string };
  isComplete: boolean;
  faultCount: number;
  faults: object[];
}

const verify = async (variables: object = {}, key?: string): Promise<Verified> =>
  (
    await controlPlane.ask(
      `query($previous: AuditLinkInput, $through: Int, $take: Int) {
        auditVerification(previous: $previous, through: $through, take: $take) {
          count firstAt lastAt last { sequence hash } isComplete faultCount faults { kind first last } } }`,
      variables,
      key,
    )
  ).auditVerification;

/** Changes rows as the owner of the table can, who drops its triggers. */
async function tamper(statement: string): Promise<void> {
  await database.execute(sql`ALTER TABLE audit_action DISABLE TRIGGER USER`);
  await database.execute(sql.raw(statement));
  await database.execute(sql`ALTER TABLE audit_action ENABLE TRIGGER USER`);
}

const own = () => `organization_id = '${controlPlane.made.organizationId}'`;

/** Adds a refused action. */
const act = () => controlPlane.call('mutation { deleteNode(where: { id: "x" }) { node { id } } }');

beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) await newNode({ name });
});
beforeEach(async () => {
  await act();
  await database.execute(sql`DROP TABLE IF EXISTS intact, intact_head`);
  await database.execute(sql`CREATE TABLE intact AS SELECT * FROM audit_action`);
  await database.execute(sql`CREATE TABLE intact_head AS SELECT * FROM audit_head`);
});
afterEach(async () => {
  await tamper(
    'DELETE FROM audit_action; INSERT INTO audit_action SELECT * FROM intact; DELETE FROM audit_head; INSERT INTO audit_head SELECT * FROM intact_head',
  );
  await database.execute(sql`DROP TABLE intact, intact_head`);
});

test('numbers actions from 1 without gaps, in each organization and outside of them', async () => {
  await controlPlane.call('mutation { deleteNode(where: { id: "x" }) { node { id } } }', {}, stranger.memberKey);
  const { rows } =
    (await database.execute(sql`SELECT organization_id, min(sequence) AS first, max(sequence) - count(*)::int AS gaps
    FROM audit_action GROUP BY 1`)) as unknown as { rows: object[] };
  expect(rows.length).toBeGreaterThan(1);
  expect(rows).toEqual(rows.map((row) => ({ ...row, first: 1, gaps: 0 })));
});

test('finds no fault in what the control plane wrote, and its last action', async () => {
  const { auditActions } = await controlPlane.ask(
    '{ auditActions(filter: { take: 1 }) { nodes { sequence hash at } } }',
  );
  const [{ at, ...last }] = auditActions.nodes;
  const verified = await verify();
  expect(verified).toMatchObject({
    count: last.sequence,
    lastAt: at,
    last,
    isComplete: true,
    faultCount: 0,
    faults: [],
  });
});

test('verifies page by page what it verifies at once', async () => {
  const whole = await verify();
  let [page, count] = [await verify({ take: 2 }), 0];
  for (; !page.isComplete; page = await verify({ previous: page.last, take: 2 })) {
    expect(page).toMatchObject({ count: 2, faultCount: 0 });
    count += page.count;
  }
  expect({ count: count + page.count, last: page.last }).toEqual({ count: whole.count, last: whole.last });
});

test('shows the hash at a number, which differs once an earlier action was rewritten', async () => {
  const before = await verify({ through: 3 });
  expect(before).toMatchObject({ count: 3, last: { sequence: 3 }, isComplete: false, faultCount: 0 });
  // An owner of the table who computes all hashes again, and the head too, leaves no fault.
  await tamper(`UPDATE audit_action SET actor_name = 'somebody else' WHERE ${own()} AND sequence = 2;
    DO $$ DECLARE action audit_action; previous bytea := ''; BEGIN
      FOR action IN SELECT * FROM audit_action WHERE ${own()} ORDER BY sequence LOOP
        previous := audit_action_hash(previous, action);
        UPDATE audit_action SET hash = previous WHERE ${own()} AND sequence = action.sequence;
      END LOOP;
      UPDATE audit_head SET hash = previous WHERE ${own()}; END $$`);
  expect(await verify()).toMatchObject({ isComplete: true, faultCount: 0 });
  expect((await verify({ through: 3 })).last.hash).not.toBe(before.last.hash);
});

/** A change of each column, as SQL. Its type has no other value that every row lacks. */
const changes: Record<string, string> = {
  id: 'gen_random_uuid()',
  organizationId: "organization_id || 'x'",
  at: "at + interval '1 microsecond'",
  requestId: 'gen_random_uuid()',
  unrecorded: 'coalesce(unrecorded, 0) + 1',
  before: `coalesce(before, '{}') || '{"forged": true}'`,
  after: `coalesce(after, '{}') || '{"forged": true}'`,
  hash: "substr(hash, 1, 32) || '\\x00'",
};
const otherColumns = Object.entries(auditAction).flatMap(([name, column]) =>
  typeof column === 'object' && 'columnType' in column && !['sequence', 'organizationId'].includes(name)
    ? [[name, column.name as string] as const]
    : [],
);

describe('finds', () => {
  test.each(otherColumns)('a changed %s', async (name, column) => {
    await tamper(
      `UPDATE audit_action SET ${column} = ${changes[name] ?? `coalesce(${column}, '') || 'x'`} WHERE ${own()} AND sequence = 2`,
    );
    const { faults } = await verify();
    expect(faults[0]).toEqual({ kind: 'changed', first: 2, last: 2 });
  });

  test('a value that became null', async () => {
    await tamper(`UPDATE audit_action SET address = NULL, target_name = address WHERE ${own()} AND sequence = 3`);
    expect((await verify()).faults).toEqual([{ kind: 'changed', first: 3, last: 3 }]);
  });

  test('values that moved to the next column', async () => {
    await tamper(
      `UPDATE audit_action SET target_type = target_type || target_id, target_id = '' WHERE ${own()} AND sequence = 3`,
    );
    expect((await verify()).faults).toEqual([{ kind: 'changed', first: 3, last: 3 }]);
  });

  test('removed actions, and what was changed after them', async () => {
    const { last } = await verify();
    await tamper(`DELETE FROM audit_action WHERE ${own()} AND sequence IN (2, 3);
      UPDATE audit_action SET action = 'nothing' WHERE ${own()} AND sequence = ${last.sequence}`);
    expect(await verify()).toMatchObject({
      faultCount: 2,
      faults: [
        { kind: 'removed', first: 2, last: 3 },
        { kind: 'changed', first: last.sequence, last: last.sequence },
      ],
    });
  });

  test('removed first actions', async () => {
    await tamper(`DELETE FROM audit_action WHERE ${own()} AND sequence <= 2`);
    expect((await verify()).faults).toEqual([{ kind: 'removed', first: 1, last: 2 }]);
  });

  test('an action that was put in place of another one', async () => {
    await tamper(`DELETE FROM audit_action WHERE ${own()} AND sequence = 2;
      INSERT INTO audit_action (organization_id, sequence, hash, at, actor_type, actor_name, action)
      SELECT organization_id, 2, hash, at, 'user', 'Mallory', 'nothing' FROM audit_action WHERE ${own()} AND sequence = 3`);
    expect((await verify()).faults[0]).toEqual({ kind: 'changed', first: 2, last: 2 });
  });

  test('an action in between, for which later ones got other numbers', async () => {
    await tamper(`UPDATE audit_action SET sequence = -sequence WHERE ${own()} AND sequence > 1;
      UPDATE audit_action SET sequence = 1 - sequence WHERE ${own()} AND sequence < 0;
      INSERT INTO audit_action (organization_id, sequence, hash, at, actor_type, actor_name, action)
      SELECT organization_id, 2, hash, at, 'user', 'Mallory', 'nothing' FROM audit_action WHERE ${own()} AND sequence = 1`);
    const { faults, faultCount, count } = await verify();
    expect(faults[0]).toEqual({ kind: 'changed', first: 2, last: 2 });
    // All with another number, and the one beyond the head.
    expect(faultCount).toBe(count);
    expect(faults).toHaveLength(Math.min(10, faultCount));
  });

  test('an action at the end that no control plane wrote', async () => {
    const { last } = await verify();
    await tamper(`INSERT INTO audit_action SELECT (jsonb_populate_record(a, jsonb_build_object('sequence', sequence + 1))).*
      FROM audit_action AS a WHERE ${own()} AND sequence = ${last.sequence}`);
    const [number] = [last.sequence + 1];
    expect((await verify()).faults).toEqual([
      { kind: 'changed', first: number, last: number },
      { kind: 'inserted', first: number, last: number },
    ]);
  });

  test('removed last actions, also after later ones were added', async () => {
    const { last } = await verify();
    await tamper(`DELETE FROM audit_action WHERE ${own()} AND sequence > ${last.sequence - 2}`);
    const removed = { kind: 'removed', first: last.sequence - 1, last: last.sequence };
    expect((await verify()).faults).toEqual([removed]);
    await act();
    expect(await verify()).toMatchObject({ last: { sequence: last.sequence + 1 }, faults: [removed] });
  });

  test('a head that was changed or removed', async () => {
    const { last } = await verify();
    const fault = { kind: 'head', first: last.sequence, last: last.sequence };
    await database.execute(sql.raw(`UPDATE audit_head SET hash = '\\x00' WHERE ${own()}`));
    expect((await verify()).faults).toEqual([fault]);
    await database.execute(sql.raw(`DELETE FROM audit_head WHERE ${own()}`));
    expect((await verify()).faults).toEqual([fault]);
    // The next action follows the last one.
    await act();
    expect(await verify()).toMatchObject({ last: { sequence: last.sequence + 1 }, faultCount: 0 });
  });
});

test('only a hash that was kept shows that last actions and the head were set back', async () => {
  const { last } = await verify();
  await tamper(`DELETE FROM audit_action WHERE ${own()} AND sequence = ${last.sequence};
    UPDATE audit_head SET (sequence, hash) = (SELECT sequence, hash FROM audit_action WHERE ${own()} ORDER BY sequence DESC LIMIT 1)
    WHERE ${own()}`);
  expect(await verify()).toMatchObject({ faultCount: 0, isComplete: true });
  expect((await verify({ through: last.sequence })).last).not.toEqual(last);
});

test('an inserted row gets the next number and hash, whatever it brings', async () => {
  const { last } = await verify();
  await database.execute(sql`INSERT INTO audit_action (organization_id, sequence, hash, at, actor_type, actor_name, action)
    VALUES (${controlPlane.made.organizationId}, 1, '\\x02', now(), 'user', 'Mallory', 'nothing')`);
  expect(await verify()).toMatchObject({ last: { sequence: last.sequence + 1 }, faultCount: 0 });
});

test('verifies actions outside of organizations for system administrators only', async () => {
  const document = '{ adminAuditVerification { count faultCount isComplete last { sequence } } }';
  const { adminAuditVerification: verified } = await controlPlane.ask(document);
  expect(verified).toMatchObject({ faultCount: 0, isComplete: true, last: { sequence: verified.count } });
  expect((await controlPlane.ask(document, {}, stranger.memberKey)).adminAuditVerification).toBeNull();
});

test.each([0, 1001])('refuses pages of %d actions', async (take) => {
  const document = 'query($take: Int) { auditVerification(take: $take) { count } }';
  expect((await controlPlane.call(document, { take })).errors?.[0]?.extensions?.code).toBe('invalid_input');
});
