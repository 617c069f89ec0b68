import { expect, test } from 'vitest';
import { dataOf } from '../../harness/graphql.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { sharedClient, sharedControlPlane } from '../../harness/shared-control-plane.ts';
import { SimulatedNodes } from '../../harness/simulated-nodes.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const client = sharedClient(() => controlPlane.settings.databaseUrl);

const fields = `id parallel state reason policy { budget { keepAvailable per } canary { count soakSeconds } }
  counts { total waiting underWay changed } waitsFor { nodeName wait { code message } } members { nodeName group state }`;
const change = `mutation($data: NodesChangeInput!, $names: [String!]!, $count: Int!, $parallel: Int, $atOnce: Boolean, $policy: NodeRolloutPolicyInput) {
  changeNodes(data: $data, where: { name: { in: $names } }, expectedCount: $count, parallel: $parallel, atOnce: $atOnce, policy: $policy) {
    rollout { ${fields} } results { name outcome issues { code message } } } }`;

/** Starts a host whose nodes are measured, as a budget needs it, and share a label of the host. */
async function newHost(name: string, names: readonly string[], labels: Record<string, string> = {}) {
  const nodes = await SimulatedNodes.start(controlPlane, name);
  nodes.measures = true;
  await client.query('UPDATE executor SET labels = $2 WHERE name = $1', [name, labels]);
  return { nodes, ids: await nodes.create(names) };
}

const changeNodes = (data: object, names: readonly string[], more: object) =>
  controlPlane.call(change, { data, names, count: names.length, ...more });
const restart = async (names: readonly string[], more: object) =>
  dataOf(await changeNodes({ action: 'restart' }, names, more)).changeNodes;
const show = async (id: string) =>
  (await controlPlane.ask(`query($id: ID!) { nodeRollout(where: { id: $id }) { ${fields} } }`, { id })).nodeRollout;
const isState = (id: string, state: string) => async () => {
  const shown = await show(id);
  return shown.state === state ? shown : null;
};
const waitsWith = (id: string, code: string) => async () => {
  const { waitsFor } = await show(id);
  return waitsFor.find(({ wait }: { wait: { code: string } }) => wait.code === code);
};
/** Until its next heartbeat. */
const takeOffline = ({ host }: SimulatedNodes) =>
  client.query('UPDATE executor SET online = false WHERE name = $1', [host.name]);

const keep = (keepAvailable: number, ...per: string[]) => ({ policy: { budget: { keepAvailable, per } } });

test('a budget per label keeps a node of each value available', async () => {
  const [eu, us] = [
    ['eu-0', 'eu-1', 'eu-2'],
    ['us-0', 'us-1'],
  ] as const;
  const { nodes: hostOfEu } = await newHost('host-eu', eu, { region: 'eu' });
  const { nodes: hostOfUs } = await newHost('host-us', us, { region: 'us' });
  for (const host of [hostOfEu, hostOfUs]) host.startTicks = 4;
  const { rollout } = await restart([...eu, ...us], { parallel: 5, ...keep(1, 'region') });
  expect(rollout).toMatchObject({ parallel: 5, policy: { budget: { keepAvailable: 1, per: ['region'] } } });
  await hostOfEu.until(async () => {
    await hostOfUs.tick();
    return isState(rollout.id, 'finished')();
  });
  expect([hostOfEu.restarted.toSorted(), hostOfUs.restarted.toSorted()]).toEqual([eu, us]);
  expect(hostOfEu.fewestAnswering).toBeGreaterThanOrEqual(1);
  expect(hostOfUs.fewestAnswering).toBeGreaterThanOrEqual(1);
});

test('a node that is down for another reason counts against the budget', async () => {
  const { nodes: host } = await newHost('host-app', ['app-0', 'app-1'], { pool: 'app' });
  const { nodes: away } = await newHost('host-away', ['app-2'], { pool: 'app' });
  await takeOffline(away);
  const { rollout } = await restart(['app-0', 'app-1'], keep(2, 'pool'));
  expect(await host.until(waitsWith(rollout.id, 'budget'))).toEqual({
    nodeName: 'app-0',
    wait: {
      code: 'budget',
      message: '2 regtest nodes with pool=app must stay available, and without it 1 would be; not available: app-2',
    },
  });
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(host.restarted).toEqual([]);
  await host.until(async () => {
    await away.tick();
    return isState(rollout.id, 'finished')();
  });
  expect(host.restarted).toEqual(['app-0', 'app-1']);
  const { rows } = await client.query(
    "SELECT count(*)::int FROM event WHERE kind = 'rollout.waiting' AND message LIKE '%waits for app-0: 2 regtest nodes%'",
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('with a budget, a single running node becomes a rollout', async () => {
  const { nodes: host } = await newHost('host-one', ['one-0', 'one-1'], { pool: 'one' });
  expect((await restart(['one-0'], {})).rollout).toBeNull();
  await host.until(async () => host.restarted.length === 1 && host.answering === 2);
  const { rollout } = await restart(['one-0'], keep(1, 'pool'));
  expect(rollout.counts.total).toBe(1);
  await host.until(isState(rollout.id, 'finished'));
  expect(host.restarted).toEqual(['one-0', 'one-0']);
});

test('a budget that no moment can meet is refused for each node', async () => {
  await newHost('host-few', ['few-0', 'few-1'], { pool: 'few' });
  const messages = async (policy: object) =>
    (await restart(['few-0', 'few-1'], policy)).results.map((result: { outcome: string; issues: object[] }) => result);
  const issue = (message: string) => ({ outcome: 'refused', issues: [{ code: 'rollout_not_possible', message }] });
  const few = issue('2 regtest nodes with pool=few must stay available, and only 1 other node exists');
  expect(await messages(keep(2, 'pool'))).toMatchObject([few, few]);
  const unlabelled = issue('neither the node nor its host has the label zone');
  expect(await messages(keep(1, 'zone'))).toMatchObject([unlabelled, unlabelled]);
});

const canaries = (count: number, soakSeconds?: number) => ({ policy: { canary: { count, soakSeconds } } });
const groups = ({ members }: { members: { group: number }[] }) => members.map(({ group }) => group);

test('the rest waits until the canaries have soaked', async () => {
  const names = ['soak-0', 'soak-1', 'soak-2', 'soak-3'];
  const { nodes: host } = await newHost('host-soak', names);
  const { rollout } = await restart(names, { parallel: 2, ...canaries(1, 7200) });
  expect(rollout.policy).toEqual({ budget: null, canary: { count: 1, soakSeconds: 7200 } });
  expect(groups(rollout)).toEqual([1, 2, 2, 3]);
  expect(await host.until(waitsWith(rollout.id, 'soak'))).toMatchObject({
    nodeName: 'soak-1',
    wait: { message: expect.stringMatching(/^the canary soak-0 soaks until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/) },
  });
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(host.restarted).toEqual(['soak-0']);
  await client.query(
    "UPDATE node_rollout_member SET ended_at = ended_at - interval '2 hours' WHERE node_name = 'soak-0'",
  );
  await host.until(isState(rollout.id, 'finished'));
  expect(host.restarted.toSorted()).toEqual(names);
});

test('a canary that fails while it soaks stops the rollout', async () => {
  const names = ['mine-0', 'mine-1', 'mine-2'];
  const { nodes: host, ids } = await newHost('host-mine', names);
  const { rollout } = await restart(names, canaries(2));
  await host.until(waitsWith(rollout.id, 'soak'));
  const daemon = host.daemons.get(ids[1] ?? '');
  if (daemon === undefined) throw new Error('the canary has no daemon');
  daemon.phase = 'failing';
  const stopped = await host.until(isState(rollout.id, 'stopped'));
  expect(stopped).toMatchObject({
    reason: 'mine-1 did not come back: mine-1 cannot read its data.',
    waitsFor: [],
    members: [{ state: 'changed' }, { state: 'failed' }, { state: 'waiting' }],
  });
  expect(host.restarted).toEqual(['mine-0', 'mine-1']);
  // A retry restarts the canary, which soaks again.
  dataOf(
    await controlPlane.call(`mutation { resumeNodeRollout(where: { id: "${rollout.id}" }) { rollout { id } } }`, {}),
  );
  expect(await host.until(waitsWith(rollout.id, 'soak'))).toMatchObject({ nodeName: 'mine-2' });
  expect(host.restarted).toEqual(['mine-0', 'mine-1', 'mine-1']);
});

test.each([
  ['no node', { action: 'restart' }, keep(0)],
  ['more nodes than a rollout has', { action: 'restart' }, keep(501)],
  ['a label twice', { action: 'restart' }, keep(1, 'region', 'region')],
  ['a restart of all at the same time', { action: 'restart' }, { ...keep(1), atOnce: true }],
  ['a stop', { action: 'stop' }, keep(1)],
  ['canaries without a node', { action: 'restart' }, canaries(0)],
  ['a soak time of more than a month', { action: 'restart' }, canaries(1, 2_592_001)],
  ['canaries for a start', { action: 'start' }, canaries(1)],
  ['labels', { labels: { set: [{ key: 'a', value: 'b' }] } }, keep(1)],
])('changeNodes › refuses a policy with %s', async (_title, data, more) => {
  expect(codeOf(await changeNodes(data, ['none'], more))).toBe('invalid_input');
});
