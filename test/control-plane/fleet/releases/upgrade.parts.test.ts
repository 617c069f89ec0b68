import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { release } from '../../../harness/release.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';
import { upgradability } from '../../../harness/upgradable-host.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger } = inhabited;
const database = sharedDatabase(controlPlane);
const target = release('1.1.0', { lowestVersion: '1.0.0' });

beforeAll(() => createRelease(target));

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
