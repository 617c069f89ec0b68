import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { advanceRollout } from '../../../src/control-plane/fleet/rollouts/advance-rollout.ts';
import { rowsOf, transact } from '../../../src/control-plane/platform/database/database.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { minisignText, release } from '../../harness/release.ts';
import { memberStates, Rollouts } from '../../harness/rollouts.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';
import { until } from '../../harness/until.ts';
import { type UpgradableHost, upgradability } from '../../harness/upgradable-host.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger } = inhabited;
const database = sharedDatabase(controlPlane);
const rollouts = new Rollouts(controlPlane);
const target = release('1.1.0', { lowestVersion: '1.0.0' });

beforeAll(async () => {
  await createRelease(target);
  for (const version of ['1.2.0', '1.3.0']) await rollouts.createRelease(version);
});

const createRelease = (data: object) =>
  controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data,
  });
const withdraw = (version: string) =>
  controlPlane.ask(
    'mutation($version: String!) { updateExecutorRelease(where: { version: $version }, data: { withdrawnReason: "loses events" }) { id } }',
    { version },
  );
const setOffline = (id: string) => database.execute(sql`UPDATE executor SET online = false WHERE id = ${id}`);

describe('the catalog of releases', () => {
  const fields = `id version channel notes artifacts { platform url sizeBytes sha256 signature } image { name digest }
    lowestVersion withdrawnAt withdrawnReason createdAt`;
  const create = (data: object, key?: string) =>
    controlPlane.call(
      `mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { ${fields} } }`,
      { data },
      key,
    );
  const update = (version: string, data: object, key?: string) =>
    controlPlane.call(
      `mutation($where: ExecutorReleaseWhereUniqueInput!, $data: ExecutorReleaseUpdateInput!) {
        updateExecutorRelease(where: $where, data: $data) { ${fields} } }`,
      { where: { version }, data },
      key,
    );
  const remove = (where: object, key?: string) =>
    controlPlane.call(
      'mutation($where: ExecutorReleaseWhereUniqueInput!) { deleteExecutorRelease(where: $where) { version } }',
      { where },
      key,
    );
  const list = async (args: object = {}, key?: string): Promise<string[]> => {
    const { executorReleases } = await controlPlane.ask(
      `query($where: ExecutorReleaseWhereInput, $orderBy: [ExecutorReleaseOrderByInput!], $take: Int, $skip: Int) {
        executorReleases(where: $where, orderBy: $orderBy, take: $take, skip: $skip) { version } }`,
      args,
      key,
    );
    return executorReleases.map(({ version }: { version: string }) => version);
  };

  test('a release is kept as it was given, for everybody to read but executors', async () => {
    const data = release('0.9.0', { lowestVersion: '0.8.0', notes: 'Two\nlines.' });
    const { data: made, errors } = await create(data);
    expect(errors).toBeUndefined();
    const expected = { ...data, id: expect.any(String), withdrawnAt: null, withdrawnReason: null };
    expect(made.createExecutorRelease).toEqual({ ...expected, createdAt: expect.any(String) });
    const where = { version: { equals: '0.9.0' } };
    expect(await list({ where }, stranger.memberKey)).toEqual(['0.9.0']);
    expect(await list({ where }, inhabited.executorKey)).toEqual([]);
    expect(codeOf(await create(data))).toBe('name_taken');
  });

  test('only system administrators change the catalog', async () => {
    await create(release('0.9.1'));
    const { personalKey } = stranger;
    expect(codeOf(await create(release('0.9.2'), personalKey))).toBe('Forbidden');
    expect(codeOf(await update('0.9.1', { notes: 'mine' }, personalKey))).toBe('Forbidden');
    expect(codeOf(await remove({ version: '0.9.1' }, personalKey))).toBe('Forbidden');
  });

  test('releases come by the precedence of their versions, the latest first, in pages and by conditions', async () => {
    for (const version of ['4.2.0', '4.10.0', '4.10.0-rc.2', '4.10.0-rc.10'])
      await create(release(version, { channel: 'ordered' }));
    const where = { channel: { equals: 'ordered' } };
    expect(await list({ where })).toEqual(['4.10.0', '4.10.0-rc.10', '4.10.0-rc.2', '4.2.0']);
    expect(await list({ where, take: 2, skip: 1 })).toEqual(['4.10.0-rc.10', '4.10.0-rc.2']);
    expect(await list({ where, orderBy: [{ version: 'asc' }], take: 1 })).toEqual(['4.2.0']);
    await update('4.10.0', { withdrawnReason: 'test' });
    expect(await list({ where: { ...where, withdrawn: { equals: true } } })).toEqual(['4.10.0']);
  });

  test('a release is withdrawn for a reason, which can be replaced, and offered again', async () => {
    await create(release('5.0.0'));
    const first = (await update('5.0.0', { withdrawnReason: ' loses events ' })).data.updateExecutorRelease;
    expect(first).toMatchObject({ withdrawnReason: 'loses events', withdrawnAt: expect.any(String), notes: 'A test.' });
    const second = (await update('5.0.0', { withdrawnReason: 'loses samples' })).data.updateExecutorRelease;
    expect(second).toEqual({ ...first, withdrawnReason: 'loses samples' });
    const third = (await update('5.0.0', { withdrawnReason: null, notes: 'Better.' })).data.updateExecutorRelease;
    expect(third).toEqual({ ...first, withdrawnReason: null, withdrawnAt: null, notes: 'Better.' });
    expect(codeOf(await update('5.0.0', { withdrawnReason: '  ' }))).toBe('invalid_input');
    expect(codeOf(await update('5.0.9', { notes: '' }))).toBe('release_not_found');
  });

  test('a release is deleted by its id or version', async () => {
    const { id } = (await create(release('6.0.0'))).data.createExecutorRelease;
    await create(release('6.0.1'));
    expect((await remove({ id })).data.deleteExecutorRelease).toEqual({ version: '6.0.0' });
    expect((await remove({ version: '6.0.1' })).data.deleteExecutorRelease).toEqual({ version: '6.0.1' });
    expect(codeOf(await remove({ id }))).toBe('release_not_found');
  });

  test('the audit log tells what system administrators did to the catalog, without the signatures', async () => {
    await create(release('7.0.0'));
    await update('7.0.0', { withdrawnReason: 'for the log' });
    const { adminAuditActions } = await controlPlane.ask(
      '{ adminAuditActions(filter: { targetType: "release", targetName: "7.0.0" }) { nodes { action target { name } before after } } }',
    );
    const [changed, made] = adminAuditActions.nodes;
    expect(changed).toMatchObject({ action: 'updateExecutorRelease', after: { withdrawnReason: 'for the log' } });
    expect(made).toMatchObject({ action: 'createExecutorRelease', target: { name: '7.0.0' }, before: null });
    expect(made.after).toMatchObject({ version: '7.0.0', artifacts: [{ platform: 'linux-x64' }] });
    expect(JSON.stringify(made)).not.toContain('untrusted comment');
  });

  const [artifact] = release('1.0.0').artifacts;
  const withArtifact = (change: object) => ({ artifacts: [{ ...artifact, ...change }] });
  const faults: [what: string, change: object, path: (string | number)[]][] = [
    ['a version with a v', { version: 'v1.0.0' }, ['version']],
    ['a version with build metadata', { version: '1.0.0+5' }, ['version']],
    ['a channel with a blank', { channel: 'sta ble' }, ['channel']],
    ['notes that move the cursor', { notes: '\u001b[2J' }, ['notes']],
    ['an unknown platform', withArtifact({ platform: 'win32-x64' }), ['artifacts', 0, 'platform']],
    ['a platform given twice', { artifacts: [artifact, artifact] }, ['artifacts', 1, 'platform']],
    ['plain http', withArtifact({ url: 'http://releases.example/file' }), ['artifacts', 0, 'url']],
    [
      'a password in the URL',
      withArtifact({ url: 'https://me:secret@releases.example/file' }),
      ['artifacts', 0, 'url'],
    ],
    ['no size', withArtifact({ sizeBytes: 0 }), ['artifacts', 0, 'sizeBytes']],
    ['half a byte', withArtifact({ sizeBytes: 1.5 }), ['artifacts', 0, 'sizeBytes']],
    ['a short hash', withArtifact({ sha256: 'abc' }), ['artifacts', 0, 'sha256']],
    ['an upper-case hash', withArtifact({ sha256: 'A'.repeat(64) }), ['artifacts', 0, 'sha256']],
    ['no signature', withArtifact({ signature: '' }), ['artifacts', 0, 'signature']],
    ['a signature cut off', withArtifact({ signature: minisignText().slice(0, 120) }), ['artifacts', 0, 'signature']],
    [
      'an image with a tag',
      { image: { name: 'registry.example/a:1', digest: `sha256:${'0'.repeat(64)}` } },
      ['image', 'name'],
    ],
    [
      'an image with a short digest',
      { image: { name: 'registry.example/a', digest: 'sha256:0' } },
      ['image', 'digest'],
    ],
    ['nothing to install', { artifacts: [], image: null }, ['artifacts']],
    ['a lowest version that is none', { lowestVersion: 'old' }, ['lowestVersion']],
    ['a lowest version that is not lower', { lowestVersion: '1.0.0' }, ['lowestVersion']],
  ];
  test.each(faults)('%s is refused with its place', async (_what, change, path) => {
    const answer = await create({ ...release('1.0.0'), ...change });
    expect(codeOf(answer)).toBe('invalid_input');
    expect(answer.errors?.[0]?.extensions?.issues?.map((issue) => issue.path)).toEqual([['data', ...path]]);
  });
});

describe('the upgrade of an executor', () => {
  const fields = `version upgradability { canUpgrade reason platform packaging }
    upgrade { id state } upgrades { id fromVersion targetVersion state progress reason requestedBy deadline endedAt }`;

  const request = (id: string, targetVersion = '1.1.0', key?: string) =>
    controlPlane.call(
      `mutation($id: ID!, $targetVersion: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $targetVersion) { ${fields} } }`,
      { id, targetVersion },
      key,
    );
  const cancel = (id: string, key?: string) =>
    controlPlane.call(`mutation($id: ID!) { cancelExecutorUpgrade(executorId: $id) { ${fields} } }`, { id }, key);
  const show = async (id: string) =>
    (await controlPlane.ask(`query($id: ID!) { executor(where: { id: $id }) { ${fields} } }`, { id })).executor;
  /** The kinds of an executor's upgrade events, oldest first. */
  const told = async (name: string): Promise<string[]> => {
    const { events } = await controlPlane.ask(
      'query($name: String!) { events(filter: { executorName: $name, direction: newer }) { nodes { kind } } }',
      { name },
    );
    return events.nodes.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.includes('upgrade'));
  };
  interface Host {
    id: string;
    /** The answer to a heartbeat of the upgradable agent. */
    sync(said?: object): Promise<{ revision: number; upgrade: { requestId: string } | null }>;
    report(state: string, more?: object): Promise<unknown>;
  }

  async function newHost(name: string, agent: object = { upgradability }): Promise<Host> {
    const host = await TestExecutor.withKey(controlPlane, name);
    const sync = async (said: object = {}) => {
      const { data, errors } = await host.sync({ ...agent, ...said });
      if (errors) throw new Error(JSON.stringify(errors));
      return data.syncExecutor;
    };
    const { executorId } = await sync();
    const report = async (state: string, { version = '1.0.0', ...more }: { version?: string } = {}) => {
      const requestId = (await show(executorId)).upgrades[0].id;
      return sync({ version, upgrade: { requestId, state, ...more } });
    };
    return { id: executorId, sync, report };
  }

  test('the answer to a heartbeat names the release with the archive of the platform until the agent has its version', async () => {
    const { id, sync, report } = await newHost('upgraded');
    expect(await sync()).toMatchObject({ upgrade: null });
    const { revision } = await sync();
    const { data } = await request(id);
    const [asked] = data.requestExecutorUpgrade.upgrades;
    expect(asked).toMatchObject({ fromVersion: '1.0.0', targetVersion: '1.1.0', state: 'requested', endedAt: null });
    expect(asked.requestedBy).toMatch(/./);
    expect(Date.parse(asked.deadline) - Date.now()).toBeGreaterThan(29 * 60_000);
    const answer = await sync();
    expect(answer.revision).toBeGreaterThan(revision);
    expect(answer.upgrade).toEqual({
      ...{ requestId: asked.id, targetVersion: '1.1.0', channel: 'stable', deadline: asked.deadline, image: null },
      artifact: target.artifacts[0],
    });
    // A repeated heartbeat gets the request again.
    expect((await sync()).upgrade).toEqual(answer.upgrade);

    await report('fetching', { progress: 40, reason: 'from releases.example' });
    expect((await show(id)).upgrades[0]).toMatchObject({
      state: 'fetching',
      progress: 40,
      reason: 'from releases.example',
    });
    await report('switching');
    expect(await report('judging', { version: '1.1.0' })).toMatchObject({ upgrade: { requestId: asked.id } });
    expect(await show(id)).toMatchObject({ version: '1.1.0', upgrade: { state: 'judging' } });
    expect(await report('committed', { version: '1.1.0' })).toMatchObject({ upgrade: null });
    const done = await show(id);
    expect(done).toMatchObject({ upgrade: null, upgrades: [{ state: 'committed', progress: null }] });
    expect(Date.parse(done.upgrades[0].endedAt)).toBeGreaterThan(0);
    expect(await told('upgraded')).toEqual(['executor.upgrade-requested', 'executor.upgraded']);
  });

  test('an agent in a container gets the image in place of an archive', async () => {
    const { id, sync } = await newHost('contained', { upgradability: { ...upgradability, packaging: 'image' } });
    await request(id);
    expect((await sync()).upgrade).toMatchObject({ artifact: null, image: target.image });
  });

  test.each(['failed', 'rolled_back'])(
    'an upgrade that ends as %s is cleared, told with its reason, and can be asked for again',
    async (state) => {
      const name = `ends-${state.replace('_', '-')}`;
      const { id, report } = await newHost(name);
      await request(id);
      expect(await report(state, { reason: 'the new one crashed' })).toMatchObject({ upgrade: null });
      expect(await show(id)).toMatchObject({ upgrade: null, upgrades: [{ state, reason: 'the new one crashed' }] });
      expect((await told(name)).at(-1)).toBe(`executor.upgrade-${state.replace('_', '-')}`);
      expect((await request(id)).errors).toBeUndefined();
      expect((await show(id)).upgrades).toHaveLength(2);
    },
  );

  test('a request that nobody carried out in time is given up, and told', async () => {
    const { id, sync } = await newHost('late');
    await request(id);
    await database.execute(
      sql`UPDATE executor_upgrade SET deadline = now() - interval '1 second' WHERE executor_id = ${id}`,
    );
    await until('the request is given up', async () => (await show(id)).upgrade === null);
    expect((await show(id)).upgrades[0]).toMatchObject({
      state: 'timed_out',
      reason: expect.stringContaining('deadline'),
    });
    expect((await sync()).upgrade).toBeNull();
    expect(await told('late')).toEqual(['executor.upgrade-requested', 'executor.upgrade-timed-out']);
  });

  test('a request is cancelled until the agent switches', async () => {
    const { id, sync, report } = await newHost('cancelled');
    expect(codeOf(await cancel(id))).toBe('upgrade_not_pending');
    await request(id);
    await report('rehearsing');
    const cancelled = (await cancel(id)).data.cancelExecutorUpgrade;
    expect(cancelled).toMatchObject({ upgrade: null, upgrades: [{ state: 'cancelled' }] });
    expect((await sync()).upgrade).toBeNull();
    // The agent's report of it is then ignored.
    await report('failed');
    expect((await show(id)).upgrades[0].state).toBe('cancelled');
    await request(id);
    await report('switching');
    const late = await cancel(id);
    expect(codeOf(late)).toBe('upgrade_not_pending');
    expect(late.errors?.[0]?.message).toContain('is already switching to the new version');
  });

  test('a withdrawn release cancels what has not begun to switch; one that is being installed is not deleted', async () => {
    await createRelease(release('1.4.0'));
    const [early, late] = [await newHost('early'), await newHost('switched')];
    for (const { id } of [early, late]) expect((await request(id, '1.4.0')).errors).toBeUndefined();
    await late.report('switching');
    const remove = () => controlPlane.call('mutation { deleteExecutorRelease(where: { version: "1.4.0" }) { id } }');
    const refused = await remove();
    expect(codeOf(refused)).toBe('upgrade_already_pending');
    expect(refused.errors?.[0]?.message).toContain('2 hosts are being upgraded');
    await withdraw('1.4.0');
    const [cancelled] = (await show(early.id)).upgrades;
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: expect.stringContaining('loses events') });
    expect((await early.sync()).upgrade).toBeNull();
    expect(codeOf(await request(early.id, '1.4.0'))).toBe('release_not_found');
    expect(codeOf(await remove())).toBe('upgrade_already_pending');
    await late.sync({ version: '1.4.0' });
    expect((await remove()).errors).toBeUndefined();
    expect((await show(late.id)).upgrades).toMatchObject([{ targetVersion: '1.4.0', state: 'committed' }]);
  });

  test('another installation that takes the name was not asked', async () => {
    const { id } = await newHost('taken-over');
    await request(id);
    await setOffline(id);
    const other = await TestExecutor.withKey(controlPlane, 'taken-over');
    expect((await other.sync({ upgradability })).data.syncExecutor.upgrade).toBeNull();
    expect((await show(id)).upgrades[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('taken over'),
    });
  });

  test('an executor is deleted with its upgrade, and asked for nothing when it registers again', async () => {
    const { id, sync } = await newHost('deleted');
    await request(id);
    await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id });
    expect((await sync()).upgrade).toBeNull();
    expect((await request(id)).errors?.[0]?.extensions?.code).toBe('Forbidden');
  });

  test('who may not is refused, and so is what cannot be', async () => {
    const { id } = await newHost('refusing');
    const { personalKey } = stranger;
    expect(codeOf(await request(id, '1.1.0', personalKey))).toBe('Forbidden');
    expect(codeOf(await cancel(id, personalKey))).toBe('Forbidden');
    expect(codeOf(await request(id, '9.9.9'))).toBe('release_not_found');
    expect(codeOf(await request(id, 'latest'))).toBe('invalid_input');
    await request(id);
    expect(codeOf(await request(id))).toBe('upgrade_already_pending');
    const reason = 'the folder is read-only';
    const unable = await newHost('unable', { upgradability: { ...upgradability, canUpgrade: false, reason } });
    const refused = await request(unable.id);
    expect([codeOf(refused), refused.errors?.[0]?.message]).toEqual([
      'upgrade_not_possible',
      expect.stringContaining(reason),
    ]);
  });

  test('of two requests at once, one is taken', async () => {
    const { id } = await newHost('raced');
    const answers = await Promise.all([request(id), request(id), request(id)]);
    expect(answers.map(codeOf).toSorted()).toEqual(['upgrade_already_pending', 'upgrade_already_pending', undefined]);
  });

  test('the audit log tells who asked for which version', async () => {
    const { id } = await newHost('audited');
    await request(id);
    const { auditActions } = await controlPlane.ask(
      'query($id: ID!) { auditActions(filter: { targetId: $id }) { nodes { action target { name } before after } } }',
      { id },
    );
    expect(auditActions.nodes[0]).toEqual({
      ...{ action: 'requestExecutorUpgrade', target: { name: 'audited' } },
      ...{ before: { upgrade: null }, after: { upgrade: { targetVersion: '1.1.0' } } },
    });
  });

  test('an agent that says nothing new is asked all the same, and told when that has ended', async () => {
    const host = await TestExecutor.withKey(controlPlane, 'short');
    const { executorId, observedRevision } = (await host.sync({ upgradability })).data.syncExecutor;
    const asked = async () => (await host.repeat(observedRevision)).data.syncExecutor.upgrade;
    expect(await asked()).toBeNull();
    await request(executorId);
    expect(await asked()).toMatchObject({ targetVersion: '1.1.0' });
    await cancel(executorId);
    expect(await asked()).toBeNull();
    const mixed = await host.repeat(observedRevision, { upgradability });
    expect(mixed.errors?.[0]?.extensions?.issues?.map(({ path }) => path)).toEqual([['input', 'upgradability']]);
  });
});

describe('the start of a rollout', () => {
  const previewed = `query($data: UpgradeRolloutStartInput!) {
    upgradeRolloutPreview(data: $data) { accepted members { executorId executorName version group obstacle } }
  }`;

  test('what cannot be asked is named by a preview and refused at the start, for each executor, and nobody is asked', async () => {
    const [a, b, c] = (await rollouts.newHosts(3)) as [UpgradableHost, UpgradableHost, UpgradableHost];
    await b.sync({ version: '1.1.0' });
    await c.sync({ upgradability: { ...upgradability, platform: 'linux-arm64' } });
    const refused = await rollouts.start([a, b, c]);
    expect(codeOf(refused)).toBe('rollout_not_possible');
    expect(refused.errors?.[0]?.message).toBe('2 of 3 hosts cannot be upgraded to 1.1.0');
    expect(refused.errors?.[0]?.extensions?.issues).toEqual([
      { path: ['data', 'executorIds', 1], message: expect.stringContaining(`${b.name} already has version 1.1.0`) },
      { path: ['data', 'executorIds', 2], message: expect.stringContaining('no archive for linux-arm64') },
    ]);
    const data = { executorIds: [a, b, c].map(({ id }) => id), targetVersion: '1.1.0', groupSize: 2 };
    const preview = await controlPlane.ask(previewed, { data });
    expect(preview.upgradeRolloutPreview).toEqual({
      accepted: false,
      members: [
        { executorId: a.id, executorName: a.name, version: '1.0.0', group: 1, obstacle: null },
        expect.objectContaining({ group: 1, obstacle: expect.stringContaining('already has version 1.1.0') }),
        expect.objectContaining({ group: 2, obstacle: expect.stringContaining('no archive for linux-arm64') }),
      ],
    });
    expect(await a.sync()).toBeNull();
    const alone = await rollouts.start([b]);
    expect(alone.errors?.[0]?.message).toContain(`${b.name} already has version 1.1.0`);
  });

  test('an executor is in one rollout at a time, unless that has stopped', async () => {
    const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
    const first = await rollouts.begin([a, b]);
    const refused = await rollouts.start([b]);
    expect(codeOf(refused)).toBe('rollout_not_possible');
    const { upgradeRolloutPreview } = await controlPlane.ask(previewed, {
      data: { executorIds: [b.id.toUpperCase()], targetVersion: '1.1.0' },
    });
    expect(upgradeRolloutPreview.members[0].obstacle).toBe(refused.errors?.[0]?.message);
    expect(refused.errors?.[0]?.message).toMatch(
      /belongs to the rollout of 1\.1\.0 \(.*\), which is running; wait until it ends/,
    );
    await a.report('failed');
    await rollouts.untilState(first, 'stopped');
    const second = await rollouts.begin([b]);
    // The first rollout would request it too.
    const resumed = await rollouts.change('resume', first);
    expect([codeOf(resumed), resumed.errors?.[0]?.message]).toEqual([
      'rollout_not_possible',
      expect.stringContaining(`${b.name} belongs to the rollout`),
    ]);
    expect((await rollouts.show(first)).members[0].state).toBe('failed');
    await b.become();
    await rollouts.untilState(second, 'finished');
    await rollouts.change('resume', first);
    await a.become();
    expect(memberStates(await rollouts.untilState(first, 'finished'))).toEqual(['upgraded', 'upgraded']);
  });

  test.each<[string, object, RegExp]>([
    ['no executor', { executorIds: [] }, /executorIds: must name 1 to 1000/],
    ['a version that is none', { targetVersion: 'latest' }, /targetVersion: must be a semantic version/],
    ['a group of none', { groupSize: 0 }, /groupSize: must be 1 to 100/],
    ['too large a group', { groupSize: 101 }, /groupSize: must be 1 to 100/],
  ])('a start with %s is malformed', async (_what, data, message) => {
    const refused = await rollouts.start([{ id: inhabited.executorId }], data);
    expect([codeOf(refused), refused.errors?.[0]?.message]).toEqual(['invalid_input', expect.stringMatching(message)]);
  });

  test('an executor that is named twice, or that there is not, is refused', async () => {
    const [a] = (await rollouts.newHosts(1)) as [UpgradableHost];
    expect((await rollouts.start([a, a])).errors?.[0]?.message).toContain('each host once');
    expect(codeOf(await rollouts.start([a, { id: 'nobody' }]))).toBe('Forbidden');
    expect(codeOf(await rollouts.start([a], {}, stranger.personalKey))).toBe('Forbidden');
    expect(codeOf(await rollouts.start([a], { targetVersion: '9.9.9' }))).toBe('release_not_found');
    expect(codeOf(await rollouts.change('pause', 'nobody'))).toBe('Forbidden');
    const ofOthers = { data: { executorIds: [a.id], targetVersion: '1.1.0' } };
    expect(await controlPlane.ask(previewed, ofOthers, stranger.personalKey)).toEqual({
      upgradeRolloutPreview: null,
    });
  });

  test('rollouts are listed by state and version, the newest first, and their members by pages', async () => {
    const members = await rollouts.newHosts(3);
    const id = await rollouts.begin(members, { targetVersion: '1.2.0' });
    const listed = await controlPlane.ask(`{
      newest: upgradeRollouts(take: 1) { id members(take: 1, skip: 1) { executorName } }
      oldest: upgradeRollouts(orderBy: [{ requestedAt: asc }], take: 1) { targetVersion }
      running: upgradeRollouts(where: { state: { in: [running, paused] } }) { id }
      cancelled: upgradeRollouts(where: { targetVersion: { equals: "1.2.0" }, NOT: [{ state: { equals: running } }] }) { id }
    }`);
    expect(listed).toEqual({
      newest: [{ id, members: [{ executorName: members[1]?.name }] }],
      oldest: [{ targetVersion: '1.1.0' }],
      running: expect.arrayContaining([{ id }]),
      cancelled: [],
    });
    await rollouts.change('cancel', id);
  });

  test('the audit log tells who started a rollout of which executors, and what became of it', async () => {
    const [a] = (await rollouts.newHosts(1)) as [UpgradableHost];
    const id = await rollouts.begin([a]);
    await rollouts.change('pause', id);
    const { auditActions } = await controlPlane.ask(
      'query($id: ID!) { auditActions(filter: { targetId: $id }) { nodes { action target { type name } before after } } }',
      { id },
    );
    const target = { type: 'rollout', name: '1.1.0' };
    expect(auditActions.nodes).toMatchObject([
      { action: 'pauseUpgradeRollout', target, before: { state: 'running' }, after: { state: 'paused' } },
      { action: 'startUpgradeRollout', target, after: { targetVersion: '1.1.0', executors: [a.name] } },
    ]);
    await rollouts.change('cancel', id);
  });

  test('of ended rollouts a hundred are kept, and no more than a hundred may be without an end', async () => {
    const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
    const { organizationId } = controlPlane.made;
    const insert = (state: string, isEnded: boolean) =>
      database.execute(sql`INSERT INTO upgrade_rollout (organization_id, target_version, group_size, state, requested_by, ended_at)
        SELECT ${organizationId}, '0.9.0', 1, ${state}, 'somebody', CASE WHEN ${isEnded} THEN now() - interval '1 day' * age END
        FROM generate_series(1, 101) AS age`);
    await insert('finished', true);
    const started = await rollouts.begin([a]);
    const kept = await database.execute(sql`
      SELECT count(*)::int AS kept, bool_and(ended_at > now() - interval '101 days') AS are_latest
      FROM upgrade_rollout WHERE ended_at IS NOT NULL`);
    expect(rowsOf(kept)).toEqual([{ kept: 100, are_latest: true }]);
    await rollouts.change('cancel', started);
    await insert('stopped', false);
    // Not the first one, which may have been requested before its rollout was cancelled.
    const refused = await rollouts.start([b]);
    expect(codeOf(refused)).toBe('limit_reached');
    expect(refused.errors?.[0]?.message).toContain('cancel stopped ones');
    await database.execute(sql`DELETE FROM upgrade_rollout WHERE target_version = '0.9.0'`);
  });
});

const upgradesOf = async ({ id }: { id: string }) =>
  (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { upgrades { state } } }', { id })).executor
    .upgrades;
/** Events of rollouts since a time, oldest first. */
const told = async (from: string): Promise<{ kind: string; level: string; message: string }[]> => {
  const { events } = await controlPlane.ask(
    'query($from: DateTime!) { events(filter: { from: $from, direction: newer, take: 500 }) { nodes { kind level message } } }',
    { from },
  );
  return events.nodes.filter(({ kind }: { kind: string }) => kind.startsWith('rollout.'));
};
const deleteExecutor = ({ id }: { id: string }) =>
  controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id });

test('a group is asked once every member of the one before runs the version, until all do', async () => {
  const [a, b, c] = (await rollouts.newHosts(3)) as [UpgradableHost, UpgradableHost, UpgradableHost];
  const from = new Date().toISOString();
  const { data } = await rollouts.start([a, b, c], { groupSize: 2 });
  const rollout = data.startUpgradeRollout;
  expect(rollout).toMatchObject({
    targetVersion: '1.1.0',
    groupSize: 2,
    state: 'running',
    reason: null,
    endedAt: null,
  });
  expect(rollout.counts).toMatchObject({ total: 3 });
  expect(rollout.members.map(({ group }: { group: number }) => group)).toEqual([1, 1, 2]);
  const { requestId } = await a.asked();
  await b.asked();
  await a.report('fetching', { progress: 40 });
  expect(await c.sync()).toBeNull();
  expect(await rollouts.show(rollout.id)).toMatchObject({
    counts: { waiting: 1, underWay: 2, upgraded: 0 },
    members: [
      { state: 'under_way', executor: { id: a.id }, upgrade: { id: requestId, state: 'fetching', progress: 40 } },
      { state: 'under_way' },
      { state: 'waiting', upgrade: null },
    ],
  });
  await b.become();
  await until('it is seen', async () => (await rollouts.show(rollout.id)).counts.upgraded === 1);
  expect(await c.sync()).toBeNull();
  await a.report('committed', { version: '1.1.0', reason: 'change the file of the project' });
  await c.become();
  const done = await rollouts.untilState(rollout.id, 'finished');
  expect(done.counts).toEqual({ total: 3, waiting: 0, underWay: 0, upgraded: 3, failed: 0, skipped: 0 });
  expect(done.members[0]).toMatchObject({ state: 'upgraded', reason: 'change the file of the project' });
  expect(Date.parse(done.endedAt)).toBeGreaterThan(0);
  for (const host of [a, b, c]) expect(await upgradesOf(host)).toEqual([{ state: 'committed' }]);
  expect((await told(from)).map(({ kind }) => kind)).toEqual(['rollout.started', 'rollout.finished']);
});

// Each waits for the job that advances rollouts: together they wait once.
describe.concurrent('a rollout', () => {
  test('nobody is asked after the first failure; resumed, the rollout asks the member again that failed', async () => {
    const [a, b, c] = (await rollouts.newHosts(3)) as [UpgradableHost, UpgradableHost, UpgradableHost];
    const from = new Date().toISOString();
    const id = await rollouts.begin([a, b, c]);
    await a.become();
    await b.report('rolled_back', { reason: 'it did not reach the engine' });
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(stopped).toMatchObject({
      reason: `${b.name} was rolled back to its previous version: it did not reach the engine.`,
      endedAt: null,
      counts: { upgraded: 1, failed: 1, waiting: 1 },
    });
    expect(memberStates(stopped)).toEqual(['upgraded', 'rolled_back', 'waiting']);
    expect(await c.sync()).toBeNull();
    expect(await told(from)).toContainEqual({
      ...{ kind: 'rollout.stopped', level: 'error' },
      message: expect.stringMatching(/ stopped: .* did not reach the engine\. 1 host still waiting\.$/),
    });
    expect((await rollouts.change('resume', id)).data.resumeUpgradeRollout).toMatchObject({ state: 'running' });
    await b.become();
    await c.become();
    expect(memberStates(await rollouts.untilState(id, 'finished'))).toEqual(['upgraded', 'upgraded', 'upgraded']);
    expect(await upgradesOf(b)).toEqual([{ state: 'committed' }, { state: 'rolled_back' }]);
  });

  test('resumed without those that failed, a rollout leaves them out with their reason', async () => {
    const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
    const id = await rollouts.begin([a, b]);
    await a.report('failed', { reason: 'no room on the disk' });
    await rollouts.untilState(id, 'stopped');
    const resumed = await rollouts.change('resume', id, ', skipFailed: true');
    // The other one may have been requested by the time of the response.
    expect(resumed.data.resumeUpgradeRollout).toMatchObject({ state: 'running', counts: { skipped: 1 } });
    await b.become();
    const done = await rollouts.untilState(id, 'finished');
    expect(done.members).toMatchObject([{ state: 'skipped', reason: 'no room on the disk' }, { state: 'upgraded' }]);
    expect(await upgradesOf(a)).toHaveLength(1);
  });

  test('a paused rollout asks nobody while what is under way goes on, and goes on when it is resumed', async () => {
    const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
    const id = await rollouts.begin([a, b]);
    await a.asked();
    expect((await rollouts.change('pause', id)).data.pauseUpgradeRollout.state).toBe('paused');
    await a.become();
    await until('its end is seen', async () => (await rollouts.show(id)).counts.upgraded === 1);
    expect(await b.sync()).toBeNull();
    expect(await rollouts.show(id)).toMatchObject({ state: 'paused', counts: { waiting: 1 } });
    await rollouts.change('resume', id);
    await b.become();
    await rollouts.untilState(id, 'finished');
  });

  test('a cancelled rollout asks nobody, and the end of what is under way is still seen', async () => {
    const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
    const id = await rollouts.begin([a, b]);
    await a.asked();
    await rollouts.change('cancel', id);
    expect(await rollouts.show(id)).toMatchObject({ state: 'cancelled', counts: { underWay: 1, skipped: 1 } });
    await a.become();
    const done = await until('its end is seen', async () => {
      const shown = await rollouts.show(id);
      // Counts and members are read separately.
      return shown.counts.upgraded === 1 && memberStates(shown)[0] === 'upgraded' ? shown : null;
    });
    expect(done).toMatchObject({ state: 'cancelled', members: [{ state: 'upgraded' }, { state: 'skipped' }] });
    expect(await b.sync()).toBeNull();
    // The end is final, and its executor is free for another rollout.
    for (const what of ['pause', 'resume', 'cancel'] as const) {
      const refused = await rollouts.change(what, id);
      expect(codeOf(refused)).toBe('rollout_not_possible');
      expect(refused.errors?.[0]?.message).toContain('is cancelled; only a rollout that is');
    }
    await rollouts.change('cancel', await rollouts.begin([b]));
  });

  test('a group of which one member cannot be asked is not asked at all, until that is repaired', async () => {
    const [a, b, c, d] = (await rollouts.newHosts(4)) as [
      UpgradableHost,
      UpgradableHost,
      UpgradableHost,
      UpgradableHost,
    ];
    const id = await rollouts.begin([a, b, c, d], { groupSize: 2 });
    await d.sync({ upgradability: { ...upgradability, canUpgrade: false, reason: 'the disk is read-only' } });
    await a.become();
    await b.become();
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(memberStates(stopped)).toEqual(['upgraded', 'upgraded', 'waiting', 'refused']);
    expect(stopped.reason).toContain('the disk is read-only');
    expect([await upgradesOf(c), await upgradesOf(d)]).toEqual([[], []]);
    await d.sync({ upgradability });
    await rollouts.change('resume', id);
    await Promise.all([c.become(), d.become()]);
    await rollouts.untilState(id, 'finished');
  });

  test('a member whose executor is deleted counts as gone, and is left out when the rollout goes on', async () => {
    const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
    const id = await rollouts.begin([a, b]);
    await a.asked();
    await deleteExecutor(a);
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(stopped.reason).toBe(`${a.name} was deleted.`);
    expect(stopped.members[0]).toMatchObject({ executorName: a.name, executor: null, upgrade: null, state: 'gone' });
    await rollouts.change('resume', id);
    await b.become();
    expect(memberStates(await rollouts.untilState(id, 'finished'))).toEqual(['skipped', 'upgraded']);
  });

  test('a member that became the version by itself is not asked, and one that others asked is joined', async () => {
    const [a, b, c] = (await rollouts.newHosts(3)) as [UpgradableHost, UpgradableHost, UpgradableHost];
    const id = await rollouts.begin([a, b, c]);
    await a.asked();
    await b.sync({ version: '1.1.0' });
    await controlPlane.ask(
      'mutation($id: ID!) { requestExecutorUpgrade(executorId: $id, targetVersion: "1.1.0") { id } }',
      { id: c.id },
    );
    await a.become();
    await until('c is joined', async () => memberStates(await rollouts.show(id))[2] === 'under_way');
    await c.become();
    await rollouts.untilState(id, 'finished');
    expect(await upgradesOf(b)).toEqual([]);
    expect(await upgradesOf(c)).toEqual([{ state: 'committed' }]);
  });

  test('a withdrawn release stops the rollout', async () => {
    const [a, b] = (await rollouts.newHosts(2)) as [UpgradableHost, UpgradableHost];
    const id = await rollouts.begin([a, b], { targetVersion: '1.3.0' });
    await a.asked('1.3.0');
    await withdraw('1.3.0');
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(stopped.reason).toContain('loses events');
    expect(memberStates(stopped)).toEqual(['cancelled', 'waiting']);
    await rollouts.change('resume', id);
    expect(memberStates(await rollouts.untilState(id, 'stopped'))).toEqual(['refused', 'waiting']);
    expect(codeOf(await rollouts.start([b], { targetVersion: '1.3.0' }))).toBe('release_not_found');
  });

  test('that many replicas advance at once asks each member once', async () => {
    const members = await rollouts.newHosts(4);
    const id = await rollouts.begin(members, { groupSize: 2 });
    const timesAsked = () => Promise.all(members.map(async (host) => (await upgradesOf(host)).length));
    const together = () =>
      Promise.all(
        Array.from({ length: 8 }, () => transact(database, (transaction) => advanceRollout(transaction, id, 30))),
      );
    await together();
    expect(await timesAsked()).toEqual([1, 1, 0, 0]);
    for (const host of members.slice(0, 2)) await host.become();
    await together();
    expect(await timesAsked()).toEqual([1, 1, 1, 1]);
    for (const host of members.slice(2)) await host.become();
    await rollouts.untilState(id, 'finished');
    expect(await timesAsked()).toEqual([1, 1, 1, 1]);
  });
});
