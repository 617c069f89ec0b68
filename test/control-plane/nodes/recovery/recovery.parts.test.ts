import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { heldNode } from '../../../harness/held-node.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { nodeOf } from '../../../harness/nodes.ts';
import { makeOrganization } from '../../../harness/organization.ts';
import { satrapHere } from '../../../harness/satrap-here.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';
import { HoldingHost, recoverDocument, recoveryOf } from './holding-host.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger } = inhabited;
const database = sharedDatabase(controlPlane);
const { newToken, enrol, offers, recover, offering } = recoveryOf(inhabited);

test('a taken-over node accepts its old RPC hash until a rotation', async () => {
  const host = new TestExecutor(controlPlane, stranger.executorKey, 'their-host');
  const node = heldNode({ desiredState: 'stopped' });
  const executorId = randomUUID();
  const sync = async (nodes: object[] | null) =>
    (await host.sync({ held: { executorId, nodes } })).data.syncExecutor.nodes;
  await sync(null);
  await sync([node]);
  const [{ offeredAt }] = await offers(stranger.personalKey);
  await controlPlane.ask(recoverDocument, { id: executorId, offeredAt }, stranger.personalKey);
  const [taken] = await sync(null);
  expect(taken).toMatchObject({ id: node.id, revision: node.revision, rpcAuth: node.rpcAuth });

  const command = (...args: string[]) =>
    satrapHere([...args, '--url', controlPlane.url], { SATRAP_API_KEY: stranger.personalKey });
  const refusal = 'This password does not work on 1 node taken over from another control plane.';
  expect((await command('nodes', 'credentials', 'show')).stderr).toContain(refusal);
  const begun = await command('nodes', 'rotate-credentials', 'start', '--yes', '--former-valid-for', '0');
  expect(begun.stdout).toContain('until then, use those of: satrap nodes credentials show');
  const ask = (query: string) => controlPlane.ask(query, {}, stranger.personalKey);
  const hasEnded = async () =>
    (await ask('{ rpcCredentialRotation { stage } }')).rpcCredentialRotation.stage === 'done';
  await until('the rotation has ended', hasEnded, undefined, 500);
  expect(await ask('{ nodeRpcCredentials { refusingNodes } }')).toEqual({ nodeRpcCredentials: { refusingNodes: 0 } });
  const [rotated] = await sync(null);
  expect(rotated.rpcAuth).not.toBe(node.rpcAuth);
  expect(rotated.revision).toBeGreaterThan(node.revision);
});

test('takes a lost control plane’s nodes over as held, once an owner confirms', async () => {
  const copied = heldNode({ name: 'source' });
  const full = heldNode({
    ...{ name: 'full', nodeType: 'pruned', desiredState: 'stopped', overrides: [{ key: 'maxmempool', value: '300' }] },
    ...{ formerRpcAuth: `satrap:${'c'.repeat(32)}$${'d'.repeat(64)}`, dataRoot: 'ssd' },
    tor: { mode: 'own', proxy: '172.17.0.1:9050', onionAddress: `${'a'.repeat(55)}d.onion` },
    ...{ removableWallets: ['w'], revertFailedChange: false, height: 9, sizeBytes: 1e9 },
    operations: [
      { kind: 'seed', params: { seed: { from: copied.id, name: 'source' } }, hasStarted: false },
      { kind: 'move', params: { move: { from: 'ssd', to: 'hdd' } }, hasStarted: false },
      { kind: 'reindex', params: { reindex: { chainstateOnly: false, height: 8 } }, hasStarted: true },
    ].map(({ params, ...operation }) => ({
      ...{ id: randomUUID(), ...operation },
      params: { reindex: null, move: null, seed: null, ...params },
    })),
  });
  const host = await offering('lost', [copied, full]);

  // Until then, the host is listed, its nodes are shown, and the agent keeps what it holds.
  const [offer] = await offers();
  expect(offer).toMatchObject({
    executor: { id: host.executorId, name: 'lost', status: 'online', recovery: 'offered' },
  });
  expect(offer.executor.cordon.reason).toContain('review and take them over first');
  expect(offer.nodes).toMatchObject([
    { id: copied.id, name: 'source', newName: 'source', problem: null, height: null },
    { id: full.id, desiredState: 'stopped', height: 9, sizeBytes: 1e9, overrides: full.overrides },
  ]);
  expect((await host.sync()).data.syncExecutor).toMatchObject({ nodes: null, recovery: 'offered' });
  const { nodes: before } = await controlPlane.ask('{ nodes { id } }');
  expect(before).toEqual([]);

  expect((await recover(host.executorId)).data.recoverExecutor.executor).toMatchObject({
    recovery: null,
    cordon: null,
  });
  const { recovery, revision, nodes } = (await host.sync()).data.syncExecutor;
  expect(recovery).toBeNull();
  expect(revision).toBeGreaterThan(41);
  const plain = { tor: null, formerRpcAuth: null, removableWallets: null, dataRoot: null };
  const { height: _, sizeBytes: _size, ...desired } = full;
  const operations = expect.arrayContaining(desired.operations);
  expect(nodes.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1))).toEqual([
    { ...desired, operations },
    { ...plain, ...copied, revertFailedChange: true },
  ]);
  expect(await offers()).toEqual([]);
  const again = await recover(host.executorId);
  expect(codeOf(again)).toBe('action_not_possible');
  expect(again.errors?.[0]?.message).toContain('offers no nodes');
});

test('what is observed of the nodes is there with the heartbeat after the takeover', async () => {
  const host = await offering('watched');
  const nodes = host.nodes.map(({ id }) => ({ id, phase: 'running', since: new Date().toISOString() }));
  await host.sync({ nodes });
  const { observedRevision } = (await host.sync({ nodes })).data.syncExecutor;
  await recover(host.executorId);
  // A repeated heartbeat is refused, so that the agent reports in full.
  expect(codeOf(await host.sync({ observedRevision, ...leftOut }))).toBe('observation_unknown');
  await host.sync({ nodes });
  expect((await nodeOf(controlPlane, host.nodes[0]?.id)).status.phase).toBe('running');
});

const leftOut = {
  ...{ kind: null, version: null, channel: null, capabilities: null, resources: null, nodes: null },
  ...{ orphans: null, held: null },
};

test('a host whose agent lost its store offers no nodes, and its data is adopted', async () => {
  const host = await offering('storeless', []);
  expect((await recover(host.executorId)).errors).toBeUndefined();
  const { events } = await controlPlane.ask('{ events(filter: { kind: "executor.recovered" }) { nodes { message } } }');
  expect(events.nodes[0].message).toMatch(/^Took over storeless, which offers no nodes \([^)]+\)\.$/);
  const [nodeId, data] = [randomUUID(), { network: 'regtest', begunWith: '28.1', openedWith: '28.1', wallets: [] }];
  await host.sync({ orphans: [{ nodeId, name: 'alpha', data }] });
  const { data: created } = await inhabited.createNode({
    ...{ name: 'alpha-again', executorId: host.executorId, network: 'regtest', adoptData: nodeId },
    resources: { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 },
  });
  expect(created.createNode.node.id).toBe(nodeId);
});

test('a takeover that does not commit leaves the offer as it was', async () => {
  const host = await offering('torn', [heldNode({ name: 'torn-1' }), heldNode({ name: 'torn-2' })]);
  await database.execute(sql`CREATE FUNCTION refuse_torn() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.name = 'torn-2' THEN RAISE 'killed'; END IF; RETURN NEW; END $$`);
  await database.execute(
    sql`CREATE TRIGGER refuse_torn BEFORE INSERT ON node FOR EACH ROW EXECUTE FUNCTION refuse_torn()`,
  );
  expect(codeOf(await recover(host.executorId))).toBe('internal_error');
  expect((await offers()).map(({ nodes }: { nodes: object[] }) => nodes.length)).toEqual([2]);
  await database.execute(sql`DROP TRIGGER refuse_torn ON node`);
  expect((await recover(host.executorId)).errors).toBeUndefined();
});

test('takes no offer over that changed since its review; an unchanged one is no news', async () => {
  const host = await offering('changing');
  const [{ offeredAt }] = await offers();
  // Another part of the report differs.
  await host.sync({ sendsNodes: true, version: '9.9.9' });
  host.nodes.push(heldNode({ name: 'slipped-in' }));
  await host.sync({ sendsNodes: true });
  const { events } = await controlPlane.ask('{ events(filter: { executorName: "changing" }) { nodes { kind } } }');
  expect(events.nodes.filter(({ kind }: { kind: string }) => kind === 'executor.offers_nodes')).toHaveLength(2);
  const stale = await controlPlane.call(recoverDocument, { id: host.executorId, offeredAt });
  expect(codeOf(stale)).toBe('action_not_possible');
  expect(stale.errors?.[0]?.message).toContain('review');
  expect((await recover(host.executorId)).errors).toBeUndefined();
});

/** What an organization’s owner and host are answered when they claim these ids, without what differs each time. */
async function answersTo(ownerKey: string, [executorId = '', nodeId = '', operationId = '', orphanId = '']: string[]) {
  const recovery = recoveryOf(inhabited, () => ownerKey);
  const reindex = {
    id: operationId,
    kind: 'reindex',
    params: { reindex: { chainstateOnly: false, height: 8 } },
    hasStarted: false,
  };
  const nodes = [heldNode({ id: nodeId, name: 'claimed', operations: [reindex] })];
  const enrolled = await recovery.enrol(await recovery.newToken(), 'claims', executorId);
  const host = new HoldingHost(controlPlane, enrolled.data.enrolExecutor.secret, { name: 'claims', executorId, nodes });
  const ask = (query: string, variables?: object) => controlPlane.call(query, variables, ownerKey);
  const answers = [
    ...[enrolled, await host.sync(), await host.sync({ sendsNodes: true }), await recovery.offers()],
    ...[await recovery.recover(executorId), await host.sync()],
  ];
  const data = { network: 'regtest', begunWith: '28.1', openedWith: '28.1', wallets: [] };
  answers.push(await host.sync({ orphans: [{ nodeId: orphanId, name: 'old', data }] }));
  const adopted = { name: 'adopts', executorId, network: 'regtest', adoptData: orphanId };
  const resources = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 };
  const create = 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id name } } }';
  answers.push(await ask(create, { data: { ...adopted, resources } }));
  answers.push(await ask('{ executors { id name } nodes { id name operations { kind state } } }'));
  answers.push(await ask('{ events { nodes { kind message } } }'));
  return [executorId, nodeId, operationId, orphanId]
    .reduce((text, id, index) => text.replaceAll(id, `id ${index}`), JSON.stringify(answers))
    .replaceAll(/"(secret|observedRevision|rpcAuth)":"[^"]*"/g, '"$1":""')
    .replaceAll(/"revision":\d{5,}/g, '"revision":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/[\w-]+@example\.com/g, 'address');
}

describe('conflicts', () => {
  test('a taken name gets the host’s as well; an unusable node stays on its host', async () => {
    await inhabited.newNode({ name: 'taken' });
    const odd = heldNode({ name: 'odd', overrides: [{ key: 'rpcbind', value: '0.0.0.0' }] });
    const host = await offering('second', [heldNode({ name: 'taken' }), odd]);
    const [offer] = await offers();
    expect(offer.nodes).toMatchObject([{ newName: 'taken-second', problem: null }, { problem: expect.any(String) }]);
    await recover(host.executorId);
    const { nodes } = (await host.sync()).data.syncExecutor;
    expect(nodes.map(({ name }: { name: string }) => name)).toEqual(['taken-second']);
  });

  test('two offered nodes with one operation’s id: the second stays on its host', async () => {
    const reindex = {
      id: randomUUID(),
      kind: 'reindex',
      params: { reindex: { chainstateOnly: false, height: 8 } },
      hasStarted: false,
    };
    const nodes = ['twice-1', 'twice-2'].map((name) => heldNode({ name, operations: [reindex] }));
    const host = await offering('twice', nodes);
    expect((await recover(host.executorId)).errors).toBeUndefined();
    const { nodes: taken } = (await host.sync()).data.syncExecutor;
    expect(taken.map(({ name }: { name: string }) => name)).toEqual(['twice-1']);
  });

  test('a claim by another organization does not keep the owner from recovering the host', async () => {
    const executorId = randomUUID();
    const reindex = {
      id: randomUUID(),
      kind: 'reindex',
      params: { reindex: { chainstateOnly: false, height: 8 } },
      hasStarted: false,
    };
    const nodes = [heldNode({ name: 'claimed-1', operations: [reindex] }), heldNode({ name: 'claimed-2' })];
    const squatter = recoveryOf(inhabited, () => stranger.personalKey);
    await squatter.offering('squatter', nodes, executorId);
    expect((await squatter.recover(executorId)).errors).toBeUndefined();

    const host = await offering('victim', nodes, executorId);
    const offer = (await offers()).find(({ executor }: { executor: { id: string } }) => executor.id === executorId);
    expect(offer.nodes).toMatchObject(nodes.map(({ name }) => ({ name, newName: name, problem: null })));
    expect((await recover(executorId)).errors).toBeUndefined();
    const taken = (await host.sync()).data.syncExecutor.nodes;
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(taken.toSorted(byName)).toMatchObject(nodes);
  });

  test('ids of another organization and ids of nobody get the same answers', async () => {
    const reindex = {
      id: randomUUID(),
      kind: 'reindex',
      params: { reindex: { chainstateOnly: false, height: 8 } },
      hasStarted: false,
    };
    const [known, kept] = [heldNode({ name: 'known', operations: [reindex] }), heldNode({ name: 'kept' })];
    const { executorId } = await offering('owned', [known, kept]);
    expect((await recover(executorId)).errors).toBeUndefined();
    const foreign = [executorId, known.id, reindex.id, kept.id];
    const unknown = foreign.map(() => randomUUID());
    const answers = await Promise.all(
      [foreign, unknown].map(async (ids, index) => {
        const { personalKey } = await makeOrganization(controlPlane, `Claims ${index}`);
        return answersTo(personalKey, ids);
      }),
    );
    expect(answers[0]).toContain('claimed');
    expect(answers[0]).toBe(answers[1]);
  });

  test('a host that claims a listed executor gets its name and how to join as it', async () => {
    const { executorId } = await offering('mine');
    await recover(executorId);
    const { secret } = (await enrol(await newToken(), 'claims-mine', executorId)).data.enrolExecutor;
    const refused = await new TestExecutor(controlPlane, secret, 'claims-mine').sync({
      held: { executorId, nodes: null },
    });
    expect(codeOf(refused)).toBe('action_not_possible');
    expect(refused.errors?.[0]?.message).toContain('already mine here');
    // A token for it, which an owner or admin creates, is the way back for the host that lost its key.
    const own = (await enrol(await newToken({ executorName: 'mine' }), 'mine', executorId)).data.enrolExecutor;
    await database.execute(sql`UPDATE executor SET online = false WHERE name = 'mine'`);
    const back = await new TestExecutor(controlPlane, own.secret, 'mine').sync({ held: { executorId, nodes: null } });
    expect(back.data.syncExecutor).toMatchObject({ executorId, nodes: [{ name: 'mine-node' }] });
  });

  test('a node that two hosts offer goes to neither before a person declines one', async () => {
    const shared = heldNode({ name: 'shared' });
    const [one, two] = [await offering('one', [shared, heldNode({ name: 'own' })]), await offering('two', [shared])];
    const problems = (await offers())
      .filter(({ executor: { name } }: { executor: { name: string } }) => ['one', 'two'].includes(name))
      .map(({ nodes }: { nodes: { problem: string | null }[] }) => nodes.map(({ problem }) => problem));
    expect(problems).toEqual([
      [expect.stringMatching(/^two offers a node with its id as well; decline/), null],
      [expect.stringMatching(/^one offers a node with its id as well; decline/)],
    ]);
    for (const { executorId } of [one, two]) {
      const refused = await recover(executorId);
      expect(codeOf(refused)).toBe('action_not_possible');
      expect(refused.errors?.[0]?.message).toContain('the node shared');
    }
    await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { id } } }', {
      id: one.executorId,
    });
    expect((await recover(two.executorId)).errors).toBeUndefined();
    expect((await two.sync()).data.syncExecutor.nodes).toMatchObject([{ id: shared.id }]);
  });

  test('a node whose data a recovered host has goes to no host that only offers it', async () => {
    const host = await offering('proven', []);
    await recover(host.executorId);
    const claimed = heldNode({ name: 'claimed-orphan' });
    await host.sync({ orphans: [{ nodeId: claimed.id, name: 'claimed-orphan' }] });
    const claimant = await offering('claimant', [claimed, heldNode({ name: 'of-claimant' })]);
    expect((await recover(claimant.executorId)).errors).toBeUndefined();
    expect((await claimant.sync()).data.syncExecutor.nodes).toMatchObject([{ name: 'of-claimant' }]);
    const { events } = await controlPlane.ask(
      '{ events(filter: { executorName: "claimant", kind: "executor.recovered" }) { nodes { message } } }',
    );
    expect(events.nodes[0].message).toMatch(/claimed-orphan \(proven, which is a host of your organization already/);
  });

  test('tells an executor with another’s nodes, and does not show it as empty', async () => {
    const host = new TestExecutor(controlPlane, await controlPlane.key('executor', 'b4'), 'b4');
    await host.sync();
    const answer = await host.sync({ held: { executorId: randomUUID(), nodes: null } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ hint: expect.stringContaining('satrap hosts delete b4') });
  });
});

test('an executor that offers nodes takes no others, and no uncordon or drain', async () => {
  const { executorId: id } = await offering('waiting');
  expect(codeOf(await inhabited.createNode({ name: 'early', executorId: id }))).toBe('executor_cordoned');
  for (const change of ['uncordonExecutor(where: { id: $id })', 'drainExecutor(where: { id: $id }, reason: "x")'])
    expect(codeOf(await controlPlane.call(`mutation($id: ID!) { ${change} { executor { id } } }`, { id }))).toBe(
      'action_not_possible',
    );
});

describe('a recovering token', () => {
  test('works for many hosts that hold nodes, and for none that holds none', async () => {
    const token = await newToken();
    expect((await enrol(token, 'many-1', randomUUID())).errors).toBeUndefined();
    const { secret } = (await enrol(token, 'many-2', randomUUID())).data.enrolExecutor;
    const empty = await enrol(token, 'many-3');
    expect(codeOf(empty)).toBe('Forbidden');
    expect(empty.errors?.[0]?.extensions).toMatchObject({ hint: expect.stringContaining('satrap tokens create') });
    // Nor for one that only claimed it, not even with a rotated key.
    const { rotateExecutorKey } = await controlPlane.ask('mutation { rotateExecutorKey { secret } }', {}, secret);
    for (const key of [secret, rotateExecutorKey.secret])
      expect(codeOf(await new TestExecutor(controlPlane, key, 'many-2').sync())).toBe('action_not_possible');
    // The same host with its own token is an ordinary one.
    const ordinary = (await enrol(await newToken({}), 'many-2')).data.enrolExecutor;
    expect((await new TestExecutor(controlPlane, ordinary.secret, 'many-2').sync()).errors).toBeUndefined();
  });

  test('leads to an existing executor only from its host, and expires', async () => {
    const token = await newToken();
    expect((await enrol(token, 'host-1', inhabited.executorId)).errors?.[0]?.extensions).toMatchObject({
      ...{ code: 'name_taken', existingId: expect.any(String) },
      issues: [{ path: ['data', 'name'] }],
    });
    const host = await offering('again');
    expect(codeOf(await enrol(token, 'again', randomUUID()))).toBe('name_taken');
    const { key } = host.agent;
    expect((await enrol(token, 'again', host.executorId, key)).errors).toBeUndefined();
    await recover(host.executorId);
    expect(codeOf(await enrol(token, 'again', host.executorId, key))).toBe('name_taken');
    await database.execute(sql`UPDATE enrolment_token SET expires_at = now() WHERE recovers`);
    expect(codeOf(await enrol(token, 'late', randomUUID()))).toBe('Forbidden');
  });
});

describe('a host that has not been confirmed yet', () => {
  test('is joined by no other one with its id, its name and the token', async () => {
    const host = await offering('pending');
    const token = await newToken();
    for (const key of [null, 'made-up', (await offering('other-pending')).agent.key]) {
      const refused = await enrol(token, 'pending', host.executorId, key);
      expect(codeOf(refused)).toBe('name_taken');
      expect(refused.errors?.[0]?.message).toContain('another key, which this host does not hold');
    }
    expect((await host.sync()).errors).toBeUndefined();
  });

  test('joins again with its key, which the next one replaces', async () => {
    const host = await offering('rejoins');
    const joined = await enrol(await newToken(), 'rejoins', host.executorId, host.agent.key);
    const { secret } = joined.data.enrolExecutor;
    // Until then, the answer may have been lost.
    expect((await host.sync()).errors).toBeUndefined();
    const again = new TestExecutor(controlPlane, secret, 'rejoins', host.agent.instanceId);
    const held = { executorId: host.executorId, nodes: null };
    expect((await again.sync({ held })).errors).toBeUndefined();
    await until('the former key has ended', async () => codeOf(await host.sync()) === 'unauthenticated');
  });

  test('is the only one with a key once it has reported', async () => {
    const [executorId, token] = [randomUUID(), await newToken()];
    const [slow, quick] = [await enrol(token, 'raced', executorId), await enrol(token, 'raced', executorId)].map(
      ({ data }) => new TestExecutor(controlPlane, data.enrolExecutor.secret, 'raced'),
    ) as [TestExecutor, TestExecutor];
    const held = { executorId, nodes: null };
    expect((await quick.sync({ held })).errors).toBeUndefined();
    expect(codeOf(await slow.sync({ held }))).toBe('unauthenticated');
  });
});

// Last: its offers stay.
test('a page of offers is charged by their sizes, before they are planned', async () => {
  const overrides = Array.from({ length: 1000 }, (_, index) => ({ key: `debug${index}`, value: 'x'.repeat(30) }));
  const nodes = () => Array.from({ length: 33 }, (_, index) => heldNode({ name: `large-${index}`, overrides }));
  await offering('large', nodes());
  expect((await controlPlane.call('{ executorOffers { offeredAt } }')).errors).toBeUndefined();
  await offering('large-2', nodes());
  expect(codeOf(await controlPlane.call('{ executorOffers { offeredAt } }'))).toBe('invalid_input');
});
