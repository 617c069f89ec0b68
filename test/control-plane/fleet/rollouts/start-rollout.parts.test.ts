import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { memberStates, Rollouts } from '../../../harness/rollouts.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { upgradability } from '../../../harness/upgradable-host.ts';

const inhabited = sharedInhabited();
const { controlPlane } = inhabited;
const database = sharedDatabase(controlPlane);
const rollouts = new Rollouts(controlPlane);

beforeAll(async () => {
  for (const version of ['1.1.0', '1.2.0']) await rollouts.createRelease(version);
});

describe('the start of a rollout', () => {
  const preview = async (input: object) => {
    const document = `query($data: UpgradeRolloutStartInput!) {
      previewUpgradeRollout(data: $data) { accepted members { executorId executorName version group obstacle } } }`;
    return (await controlPlane.ask(document, { data: { targetVersion: '1.1.0', ...input } })).previewUpgradeRollout;
  };

  test('preview and start name what cannot be upgraded, and upgrade nothing', async () => {
    const [a, b, c] = await rollouts.newHosts(3);
    await b.sync({ version: '1.1.0' });
    await c.sync({ upgradability: { ...upgradability, platform: 'linux-arm64' } });
    const refused = await rollouts.start([a, b, c]);
    expect(codeOf(refused)).toBe('rollout_not_possible');
    expect(refused.errors?.[0]?.message).toBe('2 of 3 hosts cannot be upgraded to 1.1.0');
    expect(refused.errors?.[0]?.extensions?.issues).toEqual([
      { path: ['data', 'executorIds', '1'], message: expect.stringContaining(`${b.name} already has version 1.1.0`) },
      { path: ['data', 'executorIds', '2'], message: expect.stringContaining('no archive for linux-arm64') },
    ]);
    expect(await preview({ executorIds: [a, b, c].map(({ id }) => id), groupSize: 2 })).toEqual({
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
    const [a, b] = await rollouts.newHosts(2);
    const first = await rollouts.begin([a, b]);
    const refused = await rollouts.start([b]);
    expect(codeOf(refused)).toBe('rollout_not_possible');
    const { members } = await preview({ executorIds: [b.id.toUpperCase()] });
    expect(members[0].obstacle).toBe(refused.errors?.[0]?.message);
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

  test.each<[string, (...ids: string[]) => object, string, string]>([
    ['no executor', () => ({ executorIds: [] }), 'invalid_input', 'executorIds: must name 1 to 1000'],
    ['an executor twice', (id, same = id) => ({ executorIds: [id, same] }), 'invalid_input', 'each host once'],
    ['an executor that there is not', (id) => ({ executorIds: [id, 'nobody'] }), 'Forbidden', ''],
    ['a version that is none', () => ({ targetVersion: 'latest' }), 'invalid_input', 'must be a semantic version'],
    ['a version that there is not', () => ({ targetVersion: '9.9.9' }), 'release_not_found', ''],
    ['a group of none', () => ({ groupSize: 0 }), 'invalid_input', 'groupSize: must be 1 to 100'],
    ['too large a group', () => ({ groupSize: 101 }), 'invalid_input', 'groupSize: must be 1 to 100'],
  ])('a start with %s is refused', async (_what, data, code, message) => {
    const id = inhabited.executorId;
    const refused = await rollouts.start([{ id }], data(id));
    expect([codeOf(refused), refused.errors?.[0]?.message]).toEqual([code, expect.stringContaining(message)]);
  });

  test('lists rollouts by state and version, newest first, and members in pages', async () => {
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

  test('the audit log has who started a rollout of what, and its outcome', async () => {
    const [a] = await rollouts.newHosts(1);
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

  test('keeps a hundred finished rollouts, and allows a hundred unfinished ones', async () => {
    const [a, b] = await rollouts.newHosts(2);
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
