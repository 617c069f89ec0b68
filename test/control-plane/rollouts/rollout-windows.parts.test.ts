import { afterEach, describe, expect, test } from 'vitest';
import { dataOf } from '../../harness/graphql.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { sharedClient, sharedControlPlane } from '../../harness/shared-control-plane.ts';
import { SimulatedNodes } from '../../harness/simulated-nodes.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const client = sharedClient(() => controlPlane.settings.databaseUrl);

const fields = `id state counts { total waiting underWay changed } waitsFor { nodeName wait { code message } }
  members { nodeName state } policy { outsideWindows windows { timeZone } height { at avoid within } }`;

let hosts = 0;
async function newHost(names: readonly string[], labels: Record<string, string> = {}) {
  const name = `host-${hosts++}`;
  const host = await SimulatedNodes.start(controlPlane, name);
  await client.query('UPDATE executor SET labels = $2 WHERE name = $1', [name, labels]);
  const ids = await host.create(names);
  return { host, ids };
}

const restart = async (names: readonly string[], policy: object | null = null) => {
  const document = `mutation($names: [String!]!, $count: Int!, $policy: NodeRolloutPolicyInput) {
    changeNodes(data: { action: restart }, where: { name: { in: $names } }, expectedCount: $count, policy: $policy) {
      rollout { ${fields} } } }`;
  return dataOf(await controlPlane.call(document, { names, count: names.length, policy })).changeNodes.rollout;
};
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

const open = { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] };
const always = { timeZone: 'Europe/Berlin', windows: [{ ...open, from: '00:00', to: '24:00' }] };
/** Three days from now, whatever the time zone makes of it. */
const closed = {
  timeZone: 'Asia/Tokyo',
  windows: [{ days: [open.days[(new Date().getUTCDay() + 2) % 7]], from: '02:30', to: '04:00' }],
};
const saveSchedule = (windows: object, label: object | null = null) =>
  controlPlane.call(
    'mutation($data: MaintenanceScheduleInput!) { setMaintenanceSchedule(data: $data) { schedule { label { key value } } } }',
    { data: { label, windows } },
  );
const setSchedule = async (windows: object, label: object | null = null) => dataOf(await saveSchedule(windows, label));
const deleteSchedule = (label: object | null) =>
  controlPlane.call(
    'mutation($label: LabelInput) { deleteMaintenanceSchedule(label: $label) { schedule { label { key } } } }',
    {
      label,
    },
  );
const schedules = async () =>
  (
    await controlPlane.ask(
      '{ maintenanceSchedules { label { key value } windows { timeZone windows { days from to } } } }',
    )
  ).maintenanceSchedules;

afterEach(async () => {
  for (const { label } of await schedules()) dataOf(await deleteSchedule(label));
});

test('a closed window holds the next node, and a change of the schedule counts at once', async () => {
  const names = ['night-0', 'night-1'];
  const { host } = await newHost(names);
  await setSchedule(closed);
  const { id } = await restart(names);
  expect(await host.until(waitsWith(id, 'window'))).toEqual({
    nodeName: 'night-0',
    wait: {
      code: 'window',
      message: expect.stringMatching(
        /^the maintenance window opens [A-Z][a-z]{2} \d{4}-\d\d-\d\d 02:30 \(Asia\/Tokyo\)$/,
      ),
    },
  });
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(host.restarted).toEqual([]);
  await setSchedule(always);
  await host.until(isState(id, 'finished'));
  expect(host.restarted).toEqual(names);
});

test('a window that closes lets the current node finish and starts no other', async () => {
  const names = ['late-0', 'late-1'];
  const { host } = await newHost(names);
  host.startTicks = 4;
  await setSchedule(always);
  const { id } = await restart(names);
  await host.until(async () => host.restarted.length === 1);
  await setSchedule(closed);
  await host.until(waitsWith(id, 'window'));
  expect(await show(id)).toMatchObject({ state: 'running', members: [{ state: 'changed' }, { state: 'waiting' }] });
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(host.restarted).toEqual(['late-0']);
});

describe('expectedRevision of a maintenance schedule', () => {
  const label = { key: 'tier', value: 'revised' };
  const save = (expectedRevision: number | null, windows: object = always) =>
    controlPlane.call(
      'mutation($data: MaintenanceScheduleInput!) { setMaintenanceSchedule(data: $data) { schedule { revision } } }',
      { data: { label, windows, expectedRevision } },
    );
  const revisionAfter = async (expectedRevision: number | null): Promise<number> =>
    dataOf(await save(expectedRevision)).setMaintenanceSchedule.schedule.revision;

  test('lets the change of what was read through', async () => {
    const created = await revisionAfter(0);
    expect(await revisionAfter(created)).toBeGreaterThan(created);
  });

  test('refuses a change of another revision, with its author and the current windows', async () => {
    const revision = await revisionAfter(null);
    const { errors } = await save(revision - 1, closed);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(
        `^The revision of the maintenance schedule of tier=revised is ${revision}, not ${revision - 1}, last changed by .+\\. Read`,
      ),
      extensions: { code: 'revision_conflict', currentRevision: revision, current: { windows: always } },
    });
    expect(await schedules()).toMatchObject([{ windows: always }]);
  });

  test('refuses to replace a schedule that was expected not to exist', async () => {
    await revisionAfter(null);
    expect(codeOf(await save(0))).toBe('revision_conflict');
  });

  test('knows a deleted schedule from one that was created again', async () => {
    const revision = await revisionAfter(null);
    dataOf(await deleteSchedule(label));
    expect(codeOf(await save(revision))).toBe('revision_conflict');
    expect(await revisionAfter(0)).toBeGreaterThan(revision);
  });
});

const revisionOf = async ({ host }: SimulatedNodes): Promise<number> => (await host.sync()).data.syncExecutor.revision;
const upcomingOf = async ({ host }: SimulatedNodes) =>
  Object.fromEntries(
    (await host.desired('name upcomingVersion')).map((node) => [node['name'], node['upcomingVersion']]),
  );
const toVersion = async (names: readonly string[]): Promise<string> => {
  const document = `mutation($names: [String!]!, $count: Int!) { changeNodes(data: { clientVersion: "28.0" },
    where: { name: { in: $names } }, expectedCount: $count) { rollout { id } } }`;
  return dataOf(await controlPlane.call(document, { names, count: names.length })).changeNodes.rollout.id;
};
const act = (what: string, id: string, more = '') =>
  controlPlane.ask(`mutation($id: ID!) { ${what}(where: { id: $id }${more}) { rollout { id } } }`, { id });

test('hosts learn the next version before the window opens, and that it is cancelled', async () => {
  const names = ['soon-0', 'soon-1'];
  const { host } = await newHost(names);
  await setSchedule(closed);
  const before = await revisionOf(host);
  expect(await upcomingOf(host)).toEqual({ 'soon-0': null, 'soon-1': null });
  const id = await toVersion(names);
  const announced = await revisionOf(host);
  expect(announced).toBeGreaterThan(before);
  expect(await upcomingOf(host)).toEqual({ 'soon-0': '28.0', 'soon-1': '28.0' });
  await act('cancelNodeRollout', id);
  expect(await revisionOf(host)).toBeGreaterThan(announced);
  expect(await upcomingOf(host)).toEqual({ 'soon-0': null, 'soon-1': null });
  expect(host.restarted).toEqual([]);
});

test('hosts learn that a rollout stops, resumes, and skips a node', async () => {
  const { host: broken } = await newHost(['halt-0']);
  const { host, ids } = await newHost(['halt-1', 'halt-2']);
  broken.broken.add('halt-0');
  const id = await toVersion(['halt-0', 'halt-1', 'halt-2']);
  let known = await revisionOf(host);
  expect(await upcomingOf(host)).toEqual({ 'halt-1': '28.0', 'halt-2': '28.0' });
  const expectReported = async (upcoming: Record<string, string | null>) => {
    const revision = await revisionOf(host);
    expect(revision).toBeGreaterThan(known);
    known = revision;
    expect(await upcomingOf(host)).toEqual(upcoming);
  };
  await broken.until(isState(id, 'stopped'));
  await expectReported({ 'halt-1': null, 'halt-2': null });
  await act('resumeNodeRollout', id);
  await expectReported({ 'halt-1': '28.0', 'halt-2': '28.0' });
  await act('skipNodeRolloutMember', id, `, nodeId: "${ids[1]}"`);
  await expectReported({ 'halt-1': '28.0', 'halt-2': null });
});

test('the schedule of a label replaces that of the organization', async () => {
  await newHost(['eu-0'], { region: 'eu' });
  const { host } = await newHost(['us-0', 'us-1'], { region: 'us' });
  await setSchedule(always);
  await setSchedule(closed, { key: 'region', value: 'us' });
  const { id } = await restart(['us-0', 'us-1']);
  expect(await host.until(waitsWith(id, 'window'))).toMatchObject({
    wait: { message: expect.stringMatching(/^the maintenance window of region=us opens /) },
  });
  // A label of the node takes precedence over that of its host.
  await client.query(`UPDATE node SET labels = '{"region":"eu"}' WHERE name LIKE 'us-%'`);
  await host.until(isState(id, 'finished'));
});

test('a rollout outside of the windows does not wait for them', async () => {
  const names = ['now-0', 'now-1'];
  const { host } = await newHost(names);
  await setSchedule(closed);
  const { id, policy } = await restart(names, { outsideWindows: true });
  expect(policy).toMatchObject({ outsideWindows: true, windows: null });
  await host.until(isState(id, 'finished'));
});

test('windows of a rollout replace the schedules', async () => {
  const names = ['own-0', 'own-1'];
  const { host } = await newHost(names);
  await setSchedule(closed);
  const { id, policy } = await restart(names, { windows: always });
  expect(policy).toMatchObject({ outsideWindows: false, windows: { timeZone: 'Europe/Berlin' } });
  await host.until(isState(id, 'finished'));
  // A single node waits too, if the request says so.
  const one = await restart(['own-0'], { windows: closed });
  await host.until(waitsWith(one.id, 'window'));
});

test('a rollout waits for a height, and avoids one', async () => {
  const names = ['high-0', 'high-1'];
  const { host } = await newHost(names);
  const { id, policy } = await restart(names, { height: { at: 1000, avoid: 1100, within: 50 } });
  expect(policy.height).toEqual({ at: 1000, avoid: 1100, within: 50 });
  const waits = async (message: string) =>
    host.until(async () => (await waitsWith(id, 'height')())?.wait.message === message);
  await waits('the height of regtest is unknown');
  host.measures = true;
  host.height = 999;
  await waits('regtest is at height 999, and the rollout waits for 1000');
  host.height = 1060;
  await waits('regtest is at height 1060, within 50 blocks of 1100, until 1151');
  expect(host.restarted).toEqual([]);
  host.height = 1151;
  await host.until(isState(id, 'finished'));
});

/** Lets the nodes of other tests, whose heights would count as well, leave the network. */
const stopOthers = (names: readonly string[]) =>
  client.query(`UPDATE node SET desired_state = 'stopped' WHERE NOT name = ANY($1)`, [names]);

/** Lets both hosts work until the rollout waits for a height with this message, or is in this state. */
const untilBoth = ([host, other]: readonly [SimulatedNodes, SimulatedNodes], id: string, expected: string) =>
  host.until(async () => {
    await other.tick();
    return (await isState(id, expected)()) ?? (await waitsWith(id, 'height')())?.wait.message === expected;
  });

test('a node that lies about its height ends no wait for a height', async () => {
  const names = ['vote-0', 'vote-1'];
  const { host } = await newHost(names);
  const { host: liar } = await newHost(['liar-0']);
  await stopOthers([...names, 'liar-0']);
  const both = [host, liar] as const;
  for (const each of both) each.measures = true;
  [host.height, liar.height] = [990, 5000];
  for (const each of both) await each.tick();
  const { id } = await restart(names, { height: { at: 1000, avoid: 1100, within: 50 } });
  await untilBoth(both, id, 'regtest is at height 990, and the rollout waits for 1000');
  for (let tick = 0; tick < 5; tick++) await host.tick();
  expect(host.restarted).toEqual([]);
  host.height = 1060;
  const avoids = 'regtest is at height 1060, within 50 blocks of 1100, until 1151';
  await untilBoth(both, id, avoids);
  liar.height = 1;
  await liar.tick();
  for (let tick = 0; tick < 5; tick++) await host.tick();
  await untilBoth(both, id, avoids);
  expect(host.restarted).toEqual([]);
  for (const each of both) each.height = 1151;
  await untilBoth(both, id, 'finished');
});

test('of two nodes that disagree, both must have reached the height', async () => {
  const [{ host }, { host: other }] = [await newHost(['pair-0']), await newHost(['pair-1'])];
  const names = ['pair-0', 'pair-1'];
  await stopOthers(names);
  const both = [host, other] as const;
  for (const each of both) each.measures = true;
  [host.height, other.height] = [990, 5000];
  for (const each of both) await each.tick();
  const { id } = await restart(names, { height: { at: 1000 } });
  await untilBoth(both, id, 'the nodes of regtest are at heights from 990 to 5000, and the rollout waits for 1000');
  expect([host.restarted, other.restarted]).toEqual([[], []]);
  for (const each of both) each.height = 1000;
  await untilBoth(both, id, 'finished');
});

test('a schedule is listed, replaced and deleted', async () => {
  const label = { key: 'team', value: 'a' };
  await setSchedule(closed, label);
  await setSchedule(always, label);
  await setSchedule(always);
  expect(await schedules()).toEqual([
    { label: null, windows: always },
    { label, windows: always },
  ]);
  expect(codeOf(await deleteSchedule({ key: 'team', value: 'b' }))).toBe('Forbidden');
  await deleteSchedule(label);
  expect(await schedules()).toEqual([{ label: null, windows: always }]);
  const { rows } = await client.query(
    "SELECT before, after FROM audit_action WHERE action = 'deleteMaintenanceSchedule' AND error_code IS NULL ORDER BY sequence DESC LIMIT 1",
  );
  expect(JSON.stringify(rows[0].before)).toContain('"team"');
  expect(JSON.stringify(rows[0].after)).not.toContain('"team"');
});

test('a schedule says whether it is open, and when that changes', async () => {
  await setSchedule(always, { key: 'team', value: 'a' });
  await setSchedule(closed, { key: 'team', value: 'b' });
  const document = '{ maintenanceSchedules { isOpen changesAt } }';
  expect((await controlPlane.ask(document)).maintenanceSchedules).toEqual([
    { isOpen: true, changesAt: null },
    { isOpen: false, changesAt: expect.stringMatching(/T17:30:00/) },
  ]);
});

test('an organization has at most 20 schedules', async () => {
  for (let index = 0; index < 20; index++) await setSchedule(always, { key: 'team', value: `t${index}` });
  expect(codeOf(await saveSchedule(always))).toBe('limit_reached');
  expect(codeOf(await saveSchedule(closed, { key: 'team', value: 't3' }))).toBeUndefined();
});

const window = { days: ['monday'], from: '02:00', to: '03:00' };
const of = (change: object) => ({ timeZone: 'UTC', windows: [{ ...window, ...change }] });
test.each([
  ['an unknown time zone', { timeZone: 'Europe/Atlantis', windows: [window] }],
  ['an offset for a time zone', { timeZone: '+02:00', windows: [window] }],
  ['no window', { timeZone: 'UTC', windows: [] }],
  ['more than 20 windows', { timeZone: 'UTC', windows: Array.from({ length: 21 }, () => window) }],
  ['a window without days', of({ days: [] })],
  ['a day twice', of({ days: ['monday', 'monday'] })],
  ['an empty window', of({ to: '02:00' })],
  ['a start at 24:00', of({ from: '24:00' })],
  ['an end after 24:00', of({ to: '24:01' })],
  ['no time of day', of({ from: '2am' })],
])('setMaintenanceSchedule › refuses %s', async (_title, windows) => {
  expect(codeOf(await saveSchedule(windows))).toBe('invalid_input');
});

test.each([
  ['windows that it shall ignore', { outsideWindows: true, windows: always }],
  ['an empty window', { windows: of({ to: '02:00' }) }],
  ['no height', { height: {} }],
  ['a distance from no height', { height: { at: 5, within: 3 } }],
  ['a negative height', { height: { at: -1 } }],
  ['a distance out of range', { height: { avoid: 5, within: 100_001 } }],
  ['no peers', { gate: { minPeers: 0 } }],
  ['more memory than the limit', { gate: { maxMemoryPercent: 101 } }],
])('changeNodes › refuses a policy with %s', async (_title, policy) => {
  const document = `mutation($policy: NodeRolloutPolicyInput) { changeNodes(data: { action: restart }, where: {},
    expectedCount: 0, policy: $policy) { count } }`;
  expect(codeOf(await controlPlane.call(document, { policy }))).toBe('invalid_input');
});
