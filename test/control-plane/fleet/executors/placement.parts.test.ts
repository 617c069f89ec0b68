import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireRoomForExecutor } from '../../../../src/control-plane/fleet/executors/find-executor.ts';
import { readCandidates } from '../../../../src/control-plane/nodes/placement/candidates.ts';
import { judgeDataRoot, resourcesOn } from '../../../../src/control-plane/nodes/placement/data-roots.ts';
import { promisesOf } from '../../../../src/control-plane/nodes/placement/promises.ts';
import { roomByResource, shortages } from '../../../../src/control-plane/nodes/placement/room.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger } = inhabited;
const database = sharedDatabase(controlPlane);

const create = (data: object, key?: string) =>
  controlPlane.call(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id executor { name } placement { chosenBy reason } } } }',
    { data: { network: 'regtest', ...data } },
    key,
  );

describe('the placement of nodes', () => {
  const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
  const resources = (memoryMiB: number, diskGiB: number, more: object = {}) => ({
    ...{ cpuCores: amount(4), memoryMiB: amount(memoryMiB), diskGiB: amount(diskGiB) },
    ...more,
  });

  const ids: Record<string, string> = {};
  async function registerAs(name: string, input: object): Promise<TestExecutor> {
    const registered = await TestExecutor.withKey(controlPlane, name);
    ids[name] = (await registered.sync(input)).data.syncExecutor.executorId;
    return registered;
  }
  const cordon = (id: string) =>
    controlPlane.call('mutation($id: ID!) { cordonExecutor(where: { id: $id }, reason: "rest") { executor { id } } }', {
      id,
    });

  beforeAll(async () => {
    // Excludes the executors of other tests.
    const { executors } = await controlPlane.ask('{ executors { id } }');
    await Promise.all(executors.map(({ id }: { id: string }) => cordon(id)));
    await registerAs('small', { resources: resources(4096, 50) });
    await registerAs('large', { resources: resources(16_384, 500) });
    await registerAs('blind', { resources: resources(4096, 0) });
    await label('large', [{ key: 'disk', value: 'nvme' }]);
    await label('small', [{ key: 'tier', value: 'test' }]);
  });

  const label = (name: string, labels: object[]) =>
    controlPlane.call(
      'mutation($id: ID!, $labels: [LabelInput!]!) { updateExecutor(data: { labels: $labels }, where: { id: $id }) { executor { labels { key value } } } }',
      { id: ids[name], labels },
    );
  const roomOf = async (name: string) => {
    const document = `query($id: ID!) { executor(where: { id: $id }) { room { nodes cpuCores { total promised available overcommit }
      memoryMiB { total promised available } diskGiB { total promised available } } } }`;
    return (await controlPlane.ask(document, { id: ids[name] })).executor.room;
  };

  test('a node without an executor goes to the one with the most room, and says why', async () => {
    const { data, errors } = await create({ name: 'placed' });
    expect(errors).toBeUndefined();
    const reason = expect.stringContaining('largest free share of 3 eligible hosts');
    const placement = { chosenBy: 'control_plane', reason };
    expect(data.createNode.node).toMatchObject({ executor: { name: 'large' }, placement });
    expect(await roomOf('large')).toEqual({
      nodes: 1,
      cpuCores: { total: 4, promised: 1, available: 4, overcommit: 4 },
      memoryMiB: { total: 16_384, promised: 1024, available: 15_360 },
      diskGiB: { total: 500, promised: 1, available: 499 },
    });
  });

  test('a node that asks for labels goes to an executor that has them', async () => {
    const executorLabels = [{ key: 'tier', value: 'test' }];
    const { data } = await create({ name: 'labelled', executorLabels });
    expect(data.createNode.node).toMatchObject({ executor: { name: 'small' } });
  });

  test('a node that no executor can take is refused, with the reason of each', async () => {
    const answer = await create({ name: 'nowhere', resources: { memoryMiB: 20_000 } });
    expect(codeOf(answer)).toBe('no_executor_fits');
    const message = answer.errors?.[0]?.message;
    for (const part of ['MiB of memory available, 20000 needed (', '; small has ', 'host-1 takes no new nodes: rest'])
      expect(message).toContain(part);
    const elsewhere = await create({ name: 'nowhere', executorLabels: [{ key: 'disk', value: 'tape' }] });
    expect(elsewhere.errors?.[0]?.message).toContain('large does not have the label disk=tape');
  });

  test('a node that would be refused everywhere is refused for its own fault', async () => {
    const faulty = await create({ name: 'faulty', overrides: [{ key: 'datadir', value: '/x' }] });
    expect(codeOf(faulty)).toBe('invalid_node_config');
  });

  test('the executors of another organization are not in the choice', async () => {
    const answer = await create({ name: 'strange' }, stranger.personalKey);
    expect([codeOf(answer), answer.errors?.[0]?.message]).toEqual([
      'no_executor_fits',
      expect.stringContaining('has no hosts yet'),
    ]);
  });

  test('takes a named executor over roomier ones, unless it cannot take the node', async () => {
    const named = (await create({ name: 'named', executorId: ids['blind'] })).data.createNode.node;
    expect(named).toMatchObject({ executor: { name: 'blind' }, placement: { chosenBy: 'user' } });
    const full = await create({ name: 'refused', executorId: ids['small'], resources: { diskGiB: 50 } });
    expect(codeOf(full)).toBe('not_enough_resources');
    expect(full.errors?.[0]?.message).toBe(
      'small has 49 of 50 GiB of disk available, 50 needed (1 allocated to other nodes)',
    );
    expect(full.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['data', 'resources', 'diskGiB']);
    const cordoned = await create({ name: 'refused', executorId: inhabited.executorId });
    expect(codeOf(cordoned)).toBe('executor_cordoned');
  });

  test('of nodes created at once, accepts only as many as the host has capacity for', async () => {
    await registerAs('narrow', { resources: resources(2560, 100) });
    await label('narrow', [{ key: 'only', value: 'narrow' }]);
    const executorLabels = [{ key: 'only', value: 'narrow' }];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const place = index % 2 === 0 ? { executorId: ids['narrow'] } : { executorLabels };
        return create({ name: `at-once-${index}`, ...place });
      }),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(2);
    expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, 'not_enough_resources', 'no_executor_fits']));
    expect((await roomOf('narrow')).memoryMiB).toEqual({ total: 2560, promised: 2048, available: 512 });
  });

  test('nodes that are created at once without an executor spread over those with room', async () => {
    for (const name of ['twin-a', 'twin-b']) {
      await registerAs(name, { resources: resources(4096, 100) });
      await label(name, [{ key: 'twin', value: 'yes' }]);
    }
    const executorLabels = [{ key: 'twin', value: 'yes' }];
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => create({ name: `twin-node-${index}`, executorLabels })),
    );
    const names = answers.map(({ data }) => data.createNode.node.executor.name).toSorted();
    expect(names).toEqual(['twin-a', 'twin-a', 'twin-b', 'twin-b']);
  });

  test('counts only the growth of an update, and never touches an existing node', async () => {
    const host = await registerAs('shrinking', { resources: resources(4096, 100) });
    const { data } = await create({ name: 'grows', executorId: ids['shrinking'] });
    const update = (change: object) =>
      controlPlane.call(
        'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { node { resources { memoryMiB } } } }',
        { id: data.createNode.node.id, data: { resources: change } },
      );
    expect((await update({ memoryMiB: 4096 })).data.updateNode.node.resources.memoryMiB).toBe(4096);
    expect(codeOf(await update({ memoryMiB: 4097 }))).toBe('not_enough_resources');
    const overcommit = { cpu: 0.1, memory: 0.1, disk: 0.1 };
    await host.sync({ resources: resources(4096, 100, { overcommit }) });
    expect((await update({ memoryMiB: 4000 })).data.updateNode.node.resources.memoryMiB).toBe(4000);
    expect(codeOf(await update({ memoryMiB: 4001 }))).toBe('not_enough_resources');
  });

  test('refuses labels that are malformed, given twice, or too many', async () => {
    const many = Array.from({ length: 33 }, (_, index) => ({ key: `k${index}`, value: '' }));
    const x = (value: string) => ({ key: 'x', value });
    const faults: Record<string, object[]> = {
      'data.labels.0.key': [{ key: '-x', value: '' }],
      'data.labels.0.value': [x('a b')],
      'data.labels.1.key': [x('1'), x('2')],
      'data.labels': many,
    };
    for (const [path, labels] of Object.entries(faults)) {
      const answer = await label('large', labels);
      expect(codeOf(answer)).toBe('invalid_input');
      expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path.join('.')).toBe(path);
    }
  });
});

describe('the hosts that are compared for a node', () => {
  const place = { dataRoot: 'default', labels: { compared: 'yes' } };
  const store = (count: number, resources: string) =>
    database.execute(sql`
      INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans,
        observed_digest, last_seen_at, online, heartbeat_interval_seconds, labels)
      SELECT organization_id, 'compared-' || n, kind, version, channel, '', capabilities, ${sql.raw(resources)}, '[]', '', now() + interval '1 hour',
        true, heartbeat_interval_seconds, '{ "compared": "yes" }'
      FROM executor, generate_series(1, ${count}::int) AS n WHERE id = ${inhabited.executorId}`);
  const remove = async () => {
    await database.execute(sql`DELETE FROM executor WHERE labels ? 'compared'`);
  };

  test('are those that have the capacity', async () => {
    const amount = `jsonb_build_object('total', (random() * 4)::int * 2048, 'free', random() * 8192, 'usedByNodes', random() * 4096)`;
    const factors = `'overcommit', jsonb_build_object('cpu', 0.1 + random(), 'memory', 0.5 + random(), 'disk', 0.5 + random())`;
    await store(
      300,
      `jsonb_build_object('cpuCores', ${amount}, 'memoryMiB', ${amount}, 'diskGiB', ${amount}) || CASE WHEN n % 2 = 0 THEN jsonb_build_object(${factors}) ELSE '{}' END`,
    );
    await database.execute(sql`
      INSERT INTO node (organization_id, executor_id, name, network, client, client_version, node_type, cpu_cores, memory_mib,
        disk_gib, overrides, desired_state, metrics)
      SELECT organization_id, id, name || '-' || n, 'regtest', 'bitcoind', '28.1', 'full', random() * 8, (random() * 2048)::int,
        (random() * 2048)::int, '[]', 'running', jsonb_build_object('sizeOnDiskBytes', random() * 2000 * 1073741824)
      FROM executor, generate_series(1, 3) AS n WHERE labels ? 'compared' AND random() < 0.6`);
    const rows = await database.select().from(executor).where(sql`labels ? 'compared'`);
    const { organizationId } = controlPlane.made;
    const promises = await promisesOf(database, { organizationId, executorIds: rows.map(({ id }) => id) });
    for (const amounts of [1, 500, 1500, 3000]) {
      const needs = { cpuCores: amounts, memoryMiB: amounts, diskGiB: amounts };
      const data = { name: 'compared', network: 'regtest' as const, resources: needs };
      const fits = rows.filter(
        ({ id, resources: own }) => shortages(roomByResource(own, promises(id)), needs).length === 0,
      );
      const found = await readCandidates(database, controlPlane.made.organizationId, data, place);
      expect(found.map(({ name }) => name).toSorted()).toEqual(fits.map(({ name }) => name).toSorted());
      if (amounts < 3000) expect(fits.length).toBeGreaterThan(0);
    }
    await remove();
  });

  test('are those that see the data root: the others do not hide one among the 500', async () => {
    const roots = [
      ...[undefined, null, [], [{ name: 'other', totalGiB: 900, freeGiB: 900 }]],
      ...[[{ name: 'fast', totalGiB: null, freeGiB: null }], [{ name: 'fast', totalGiB: 5, freeGiB: 5 }]],
      [{ name: 'fast', totalGiB: 900, freeGiB: 900 }],
    ];
    const dataRoots = JSON.stringify(roots.map((each) => (each === undefined ? {} : { dataRoots: each })));
    await store(roots.length, `resources || ('${dataRoots}'::jsonb -> n - 1)`);
    const on = { ...place, dataRoot: 'fast' };
    const needs = { cpuCores: 1, memoryMiB: 500, diskGiB: 100 };
    const data = { name: 'rooted', network: 'regtest' as const, resources: needs };
    const found = await readCandidates(database, controlPlane.made.organizationId, data, on);
    const rows = await database.select().from(executor).where(sql`labels ? 'compared'`);
    const promises = (await promisesOf(database, { organizationId: '', executorIds: [] }))('');
    const fits = rows.filter((row) => {
      const room = roomByResource(resourcesOn(row.resources, on.dataRoot), promises);
      return judgeDataRoot(row, on.dataRoot) === null && shortages(room, needs).length === 0;
    });
    expect(fits.map(({ name }) => name)).toEqual([`compared-${roots.length}`]);
    expect(found.map(({ name }) => name)).toEqual(fits.map(({ name }) => name));
    await remove();
  });

  test('are at most 500, the same in preview and creation, and 20 are named on a failure', async () => {
    await store(600, `jsonb_set(resources, '{memoryMiB,total}', to_jsonb(100000 + n))`);
    const data = { name: 'sampled', network: 'regtest', executorLabels: [{ key: 'compared', value: 'yes' }] };
    const fields = '{ executor { name } placement { reason } }';
    const document = `query($data: NodeCreateInput!) { previewNodeCreation(data: $data) ${fields} }`;
    const preview = await controlPlane.ask(document, { data });
    const created = await create(data);
    expect(created.data.createNode.node.placement.reason).toContain('largest free share of 500 eligible hosts');
    expect(created.data.createNode.node).toMatchObject(preview.previewNodeCreation);
    const refused = await create({ ...data, name: 'too-large', resources: { memoryMiB: 200_000 } });
    expect(codeOf(refused)).toBe('no_executor_fits');
    const others = Number(/and (\d+) more$/.exec(refused.errors?.[0]?.message ?? '')?.[1]);
    expect(others).toBeGreaterThanOrEqual(580);
    await database.execute(sql`DELETE FROM node WHERE name = 'sampled'`);
    await remove();
  });
});

// Last: it fills the organization.
test('an organization has at most 100,000 executors', async () => {
  const { organizationId } = controlPlane.made;
  const undone = new Error('the rows stay in this transaction');
  const checked = database.transaction(async (transaction) => {
    const fillUpTo = (count: number) =>
      transaction.execute(sql`
        INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans,
          observed_digest, last_seen_at, online, heartbeat_interval_seconds)
        SELECT organization_id, gen_random_uuid(), kind, version, channel, instance_id, '{}', '{}', '[]', '', last_seen_at,
          online, heartbeat_interval_seconds
        FROM executor AS copied, generate_series(1, ${count}::int -
          (SELECT count(*) FROM executor WHERE organization_id = ${organizationId})::int)
        WHERE id = ${inhabited.executorId}`);
    await fillUpTo(99_999);
    await requireRoomForExecutor(transaction, organizationId);
    await fillUpTo(100_000);
    await expect(requireRoomForExecutor(transaction, organizationId)).rejects.toThrow('has 100000 hosts already');
    throw undone;
  });
  await expect(checked).rejects.toBe(undone);
}, 60_000);
