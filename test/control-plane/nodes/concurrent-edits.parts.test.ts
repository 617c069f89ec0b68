import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClient, type Operation, type UpdateNodeMutationVariables } from '../../../src/client/index.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { newPerson } from '../../harness/people.ts';
import { sharedInhabited, sharedReplica } from '../../harness/shared-control-plane.ts';

const { controlPlane, newNode } = sharedInhabited();
const replica = sharedReplica(controlPlane);

const update = `mutation($where: NodeWhereUniqueInput!, $data: NodeUpdateInput!) {
  updateNode(where: $where, data: $data) { node { revision overrides { key value } } } }`;
const change = (id: string, data: object) => controlPlane.call(update, { where: { id }, data });
/** Without `effectiveConfig`, which takes most of the time of `UpdateNodeDocument`. */
const edit: Operation<
  { updateNode: { node: { revision: number; overrides: { key: string; value: string }[] } } },
  UpdateNodeMutationVariables
> = { toString: () => update };
const override = (key: string, value: number | string) => ({ key, value: String(value) });

const pairs = 200;
const nodes = 4;

test('200 pairs of edits at once on two replicas lose no override', async () => {
  const other = await newPerson(controlPlane, controlPlane, 'admin');
  const { createApiKey } = await other.browser.ask(
    'mutation($data: ApiKeyCreateInput!) { createApiKey(data: $data) { secret } }',
    { data: { purpose: 'personal', name: 'other' } },
  );
  // The client repeats what a busy database did not answer.
  const people = [
    createClient({ url: controlPlane.url, key: controlPlane.personalKey }),
    createClient({ url: replica.url, key: createApiKey.secret }),
  ] as const;
  const editInPairs = async (name: string) => {
    const where = { id: await newNode({ name }) };
    for (let round = 1; round <= pairs / nodes; round++) {
      const [one, two] = [override('maxconnections', 20 + round), override('maxmempool', 100 + round)];
      const results = await Promise.all([
        people[0].mutate(edit, { where, data: { setOverrides: [one] } }),
        people[1].mutate(edit, { where, data: { setOverrides: [two], unsetOverrides: ['par'] } }),
      ]);
      const [before, last] = results
        .map(({ updateNode }) => updateNode.node)
        .toSorted((a, b) => a.revision - b.revision);
      expect([before?.revision, last?.revision]).toEqual([2 * round, 2 * round + 1]);
      expect(last?.overrides).toHaveLength(2);
      expect(last?.overrides).toEqual(expect.arrayContaining([one, two]));
    }
  };
  await Promise.all(
    Array.from({ length: nodes }, (_, index) => editInPairs(`shared-${index}-${randomUUID().slice(0, 8)}`)),
  );
});

test('sets and removes single overrides, and a fault names its place', async () => {
  const overrides = [override('addnode', 'a.example'), override('par', 1), override('dbcache', 50)];
  const id = await newNode({ name: 'single', overrides });
  const data = {
    setOverrides: [override(' addnode', 'b.example'), override('addnode', 'c.example')],
    unsetOverrides: ['par', 'mempool'],
  };
  expect((await change(id, data)).data.updateNode.node.overrides).toEqual([
    override('dbcache', 50),
    override('addnode', 'b.example'),
    override('addnode', 'c.example'),
  ]);
  const faulty = { setOverrides: [override('maxmempool', 100), override('dbcache', 'much')] };
  const refused = await change(id, faulty);
  expect(refused.errors?.[0]?.extensions?.issues).toMatchObject([{ path: ['data', 'setOverrides', '1', 'value'] }]);
  const preview = `query($id: ID!, $data: NodeUpdateInput!) { previewNodeUpdate(where: { id: $id }, data: $data) {
    issues { path } changes { field to } } }`;
  const shown = async (wanted: object) => (await controlPlane.ask(preview, { id, data: wanted })).previewNodeUpdate;
  expect((await shown(faulty)).issues).toEqual([{ path: ['data', 'setOverrides', '1', 'value'] }]);
  expect((await shown({ unsetOverrides: ['dbcache'] })).changes).toEqual([{ field: 'overrides.dbcache', to: null }]);
  expect(codeOf(await change(id, { overrides: [], unsetOverrides: ['dbcache'] }))).toBe('invalid_input');
});
