import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf, sql, transact } from '../../../../src/control-plane/platform/database/database.ts';
import { recordCommand } from '../../../../src/control-plane/request/trail/record-action.ts';
import { type Replica, startReplica } from '../../../harness/replica.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, stranger } = sharedInhabited();
const database = sharedDatabase(controlPlane);
let replica: Replica;
beforeAll(async () => {
  replica = await startReplica(controlPlane);
});
afterAll(() => replica.close());

const sequences = async (organizationId = controlPlane.made.organizationId): Promise<number[]> =>
  rowsOf<{ sequence: number }>(
    await database.execute(
      sql`SELECT sequence FROM audit_action WHERE organization_id = ${organizationId} ORDER BY sequence`,
    ),
  ).map(({ sequence }) => sequence);

async function expectIntact(): Promise<void> {
  const { auditVerification } = await controlPlane.ask('{ auditVerification { isComplete faultCount } }');
  expect(auditVerification).toEqual({ isComplete: true, faultCount: 0 });
  const numbers = await sequences();
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}

test('two replicas that act at the same time share one chain, and every call succeeds', async () => {
  const before = (await sequences()).length;
  const create = 'mutation($name: String!) { createEnrolmentToken(data: { executorName: $name }) { token } }';
  const refused = 'mutation { deleteNode(where: { id: "x" }) { node { id } } }';
  const answers = await Promise.all(
    Array.from({ length: 4 }, async (_, lane) => {
      const on = lane % 2 === 0 ? controlPlane : replica;
      const created: Awaited<ReturnType<typeof on.call>>[] = [];
      for (let round = 0; round < 5; round++) {
        created.push(await on.call(create, { name: `host-${lane}-${round}` }));
        // A refusal is recorded after its transaction was rolled back.
        await Promise.all([on.call(refused), on.call(refused, {}, stranger.memberKey)]);
      }
      return created;
    }),
  );
  expect(answers.flat().flatMap(({ errors = [] }) => errors)).toEqual([]);
  expect(await sequences()).toHaveLength(before + 40);
  await expectIntact();
});

const record = (organizationId: string | null) => ({ organizationId, action: 'test', target: null });

test('an action that is rolled back leaves no gap', async () => {
  const { organizationId } = controlPlane.made;
  await expect(
    transact(database, async (transaction) => {
      for (let count = 0; count < 3; count++) await recordCommand(transaction, record(organizationId));
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await recordCommand(database, record(organizationId));
  await expectIntact();
});

test('many actions of one transaction are chained', async () => {
  const { organizationId } = controlPlane.made;
  await database.execute(sql`INSERT INTO audit_action (organization_id, actor_type, actor_name, action, before, after)
    SELECT ${organizationId}, 'user', 'Zoë 🗝', 'updateNode', '{"b": 1.0, "a": [null, "é\\n"]}', '{"n": 12345678901234567890}'
    FROM generate_series(1, 300)`);
  await expectIntact();
});

test('the first actions of an organization, at the same time, are numbered from 1', async () => {
  const organizationId = crypto.randomUUID();
  await Promise.all(Array.from({ length: 8 }, () => recordCommand(database, record(organizationId))));
  expect(await sequences(organizationId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
