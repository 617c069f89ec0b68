import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { release } from '../../../harness/release.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';
import { UpgradableHost, upgradability } from '../../../harness/upgradable-host.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger } = inhabited;
const database = sharedDatabase(controlPlane);
const target = release('1.1.0', { lowestVersion: '1.0.0' });

beforeAll(() => createRelease(target));

const createRelease = (data: object) =>
  controlPlane.ask(
    'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { id } } }',
    {
      data,
    },
  );
describe('the upgrade of an executor', () => {
  const fields = `version upgradability { canUpgrade reason platform packaging }
    upgrade { id state } upgrades { id fromVersion targetVersion state progress reason requestedBy deadline endedAt }`;

  const request = (id: string, targetVersion = '1.1.0', key?: string) =>
    controlPlane.call(
      `mutation($id: ID!, $targetVersion: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $targetVersion) { executor { ${fields} } } }`,
      { id, targetVersion },
      key,
    );
  const cancel = (id: string, key?: string) =>
    controlPlane.call(
      `mutation($id: ID!) { cancelExecutorUpgrade(where: { id: $id }) { executor { ${fields} } } }`,
      { id },
      key,
    );
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
  const newHost = (name: string) => UpgradableHost.make(controlPlane, name);

  test('a heartbeat’s answer names release and archive until the agent runs the version', async () => {
    const host = await newHost('upgraded');
    expect(await host.sync()).toBeNull();
    const { data } = await request(host.id);
    const [asked] = data.requestExecutorUpgrade.executor.upgrades;
    expect(asked).toMatchObject({ fromVersion: '1.0.0', targetVersion: '1.1.0', state: 'requested', endedAt: null });
    expect(asked.requestedBy).toMatch(/./);
    expect(Date.parse(asked.deadline) - Date.now()).toBeGreaterThan(29 * 60_000);
    const wanted = { requestId: asked.id, targetVersion: '1.1.0', channel: 'stable', deadline: asked.deadline };
    // A repeated heartbeat gets the request again.
    for (let times = 0; times < 2; times++)
      expect(await host.sync()).toEqual({ ...wanted, image: null, artifact: target.artifacts[0] });

    const fetching = { state: 'fetching', progress: 0.4, reason: 'from releases.example' };
    await host.report('fetching', fetching);
    expect((await show(host.id)).upgrades[0]).toMatchObject(fetching);
    await host.report('switching');
    expect(await host.report('judging', { version: '1.1.0' })).toMatchObject(wanted);
    expect(await show(host.id)).toMatchObject({ version: '1.1.0', upgrade: { state: 'judging' } });
    expect(await host.sync({ upgrade: { requestId: asked.id, state: 'committed' } })).toBeNull();
    const done = await show(host.id);
    expect(done).toMatchObject({ upgrade: null, upgrades: [{ state: 'committed', progress: null }] });
    expect(Date.parse(done.upgrades[0].endedAt)).toBeGreaterThan(0);
    expect(await told('upgraded')).toEqual(['executor.upgrade_requested', 'executor.upgraded']);
  });

  test('an agent in a container gets the image in place of an archive', async () => {
    const host = await newHost('contained');
    await host.sync({ upgradability: { ...upgradability, packaging: 'image' } });
    await request(host.id);
    expect(await host.sync()).toMatchObject({ artifact: null, image: target.image });
  });

  test.each(['failed', 'rolled_back'])(
    'an upgrade that ends as %s is cleared, reported with a reason, and repeatable',
    async (state) => {
      const name = `ends-${state.replace('_', '-')}`;
      const host = await newHost(name);
      const { id } = host;
      await request(id);
      expect(await host.report(state, { reason: 'the new one crashed' })).toBeNull();
      expect(await show(id)).toMatchObject({ upgrade: null, upgrades: [{ state, reason: 'the new one crashed' }] });
      expect((await told(name)).at(-1)).toBe(`executor.upgrade_${state}`);
      expect((await request(id)).errors).toBeUndefined();
      expect((await show(id)).upgrades).toHaveLength(2);
    },
  );

  test('a request that nobody carried out in time is given up, and told', async () => {
    const host = await newHost('late');
    const { id } = host;
    await request(id);
    await database.execute(
      sql`UPDATE executor_upgrade SET deadline = now() - interval '1 second' WHERE executor_id = ${id}`,
    );
    await until('the request is given up', async () => (await show(id)).upgrade === null, undefined, 500);
    const reason = expect.stringContaining('deadline');
    expect((await show(id)).upgrades[0]).toMatchObject({ state: 'timed_out', reason });
    expect(await host.sync()).toBeNull();
    expect(await told('late')).toEqual(['executor.upgrade_requested', 'executor.upgrade_timed_out']);
  });

  test('a request is cancelled until the agent switches', async () => {
    const host = await newHost('cancelled');
    const { id } = host;
    expect(codeOf(await cancel(id))).toBe('upgrade_not_pending');
    await request(id);
    const { requestId } = await host.asked();
    await host.report('rehearsing');
    const cancelled = (await cancel(id)).data.cancelExecutorUpgrade.executor;
    expect(cancelled).toMatchObject({ upgrade: null, upgrades: [{ state: 'cancelled' }] });
    // The agent's report of it is then ignored.
    expect(await host.sync({ upgrade: { requestId, state: 'failed' } })).toBeNull();
    expect((await show(id)).upgrades[0].state).toBe('cancelled');
    await request(id);
    await host.report('switching');
    const late = await cancel(id);
    expect(codeOf(late)).toBe('upgrade_not_pending');
    expect(late.errors?.[0]?.message).toContain('is already switching to the new version');
  });

  test('a withdrawn release cancels upgrades before their switch, and stays while in use', async () => {
    await createRelease(release('1.4.0'));
    const [early, late] = [await newHost('early'), await newHost('switched')];
    for (const { id } of [early, late]) expect((await request(id, '1.4.0')).errors).toBeUndefined();
    await late.report('switching', {}, '1.4.0');
    const remove = () =>
      controlPlane.call('mutation { deleteExecutorRelease(where: { version: "1.4.0" }) { release { id } } }');
    const refused = await remove();
    expect(codeOf(refused)).toBe('upgrade_already_pending');
    expect(refused.errors?.[0]?.message).toContain('2 hosts are being upgraded');
    await controlPlane.ask(
      'mutation { updateExecutorRelease(data: { withdrawnReason: "loses events" }, where: { version: "1.4.0" }) { release { id } } }',
    );
    const [cancelled] = (await show(early.id)).upgrades;
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: expect.stringContaining('loses events') });
    expect(await early.sync()).toBeNull();
    expect(codeOf(await request(early.id, '1.4.0'))).toBe('release_not_found');
    expect(codeOf(await remove())).toBe('upgrade_already_pending');
    await late.sync({ version: '1.4.0', upgrade: null });
    expect((await remove()).errors).toBeUndefined();
    expect((await show(late.id)).upgrades).toMatchObject([{ targetVersion: '1.4.0', state: 'committed' }]);
  });

  test('another installation that takes the name was not asked', async () => {
    const { id } = await newHost('taken-over');
    await request(id);
    await database.execute(sql`UPDATE executor SET online = false WHERE id = ${id}`);
    const other = await TestExecutor.withKey(controlPlane, 'taken-over');
    expect((await other.sync({ upgradability })).data.syncExecutor.upgrade).toBeNull();
    const reason = expect.stringContaining('taken over');
    expect((await show(id)).upgrades[0]).toMatchObject({ state: 'failed', reason });
  });

  test('an executor is deleted with its upgrade, and registers again without one', async () => {
    const host = await newHost('deleted');
    const { id } = host;
    await request(id);
    await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { id } } }', { id });
    expect(await host.sync()).toBeNull();
    expect(codeOf(await request(id))).toBe('Forbidden');
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
    const unable = await newHost('unable');
    await unable.sync({ upgradability: { ...upgradability, canUpgrade: false, reason } });
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

  test('requests an upgrade from an agent without changes, and tells it when that ends', async () => {
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
