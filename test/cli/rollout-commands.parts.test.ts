import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { release } from '../harness/release.ts';
import { type Outcome, satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';
import { UpgradableHost } from '../harness/upgradable-host.ts';

let controlPlane: TestControlPlane;
let a: UpgradableHost;
let b: UpgradableHost;
let c: UpgradableHost;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 300 });
  await controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data: release('1.1.0'),
  });
  a = await UpgradableHost.make(controlPlane, 'athens');
  b = await UpgradableHost.make(controlPlane, 'berlin');
  c = await UpgradableHost.make(controlPlane, 'cairo');
});
afterAll(() => controlPlane?.destroy());

const run = (...args: string[]): Promise<Outcome> =>
  satrap(['executors', 'rollout', ...args], {
    SATRAP_URL: controlPlane.url,
    SATRAP_API_KEY: controlPlane.personalKey,
  });

test('a rollout is previewed, started, shown, paused, resumed after a failure, and waited for', async () => {
  expect((await run('list')).stdout).toMatch(/^no rollouts yet/);
  expect((await run('pause')).stderr).toContain('no active rollout');
  const preview = await run('start', '--to', '1.1.0', '--all', '--dry-run');
  expect([preview.code, preview.stdout]).toEqual([
    0,
    expect.stringMatching(/^dry run: would start\n\n.*\n1 +athens +1\.0\.0/),
  ]);
  expect((await run('list')).stdout).toMatch(/^no rollouts yet/);
  const started = await run('start', '--to', '1.1.0', '--all', '--except', 'cairo', '--group-size', '1');
  expect(started.stdout).toMatch(/^rollout [0-9a-f-]{36}: 0 of 2 hosts upgraded to 1\.1\.0, running\n$/);
  const { requestId } = await a.asked();
  await a.sync({ upgrade: { requestId, state: 'fetching', progress: 40, reason: 'by mirror 2' } });
  const shown = (await run('show')).stdout;
  expect(shown).toMatch(/\n1 +athens +fetching 40 % +by mirror 2\n2 +berlin +waiting/);
  const other = await run('start', 'athens', '--to', '1.1.0', '--dry-run');
  expect([other.code, other.stdout]).toEqual([
    1,
    expect.stringMatching(/^dry run: would be refused.*athens is being upgraded/s),
  ]);
  expect((await run('pause')).stdout).toMatch(/, paused\n$/);
  await a.report('failed', { reason: 'no room on the disk' });
  const hasStopped = async () =>
    (await controlPlane.ask('{ upgradeRollouts(where: { state: { equals: stopped } }) { id } }')).upgradeRollouts[0];
  await until('it has stopped', hasStopped);
  expect((await run('show')).stdout).toContain('stopped: athens was not upgraded: no room on the disk.\n');

  const resumed = run('resume', '--wait');
  await a.become();
  await b.become();
  const { code, stdout } = await resumed;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/: 2 of 2 hosts upgraded to 1\.1\.0, finished\n$/)]);
  expect((await run('list')).stdout).toMatch(/finished +\d+[sm] +\S.* +2\/2 +0 +0 +0 +0\n$/);
});

test('a rollout that stops ends the waiting command with 1, and one that is cancelled asks nobody further', async () => {
  const waited = run('start', 'cairo', '--to', '1.1.0', '--wait');
  await c.report('rolled_back', { reason: 'it did not reach the engine' });
  const { code, stdout, stderr } = await waited;
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining('stopped: cairo was rolled back to its previous version'),
  ]);
  expect(stderr).toContain('satrap hosts rollout show');
  const cancelled = await run('cancel', '--json');
  expect(JSON.parse(cancelled.stdout)).toMatchObject({ state: 'cancelled', counts: { failed: 1 } });
  expect((await run('resume', JSON.parse(cancelled.stdout).id)).stderr).toMatch(
    /only a rollout that is .*\(rollout_not_possible\)\n$/,
  );
});

test('what cannot be asked is told for each executor', async () => {
  const { code, stderr } = await run('start', 'athens', 'berlin', 'cairo', '--to', '1.1.0');
  expect(code).toBe(1);
  expect(stderr).toBe(
    [
      'satrap: 2 of 3 hosts cannot be upgraded to 1.1.0 (rollout_not_possible)',
      '  athens already has version 1.1.0',
      '  berlin already has version 1.1.0',
      '',
    ].join('\n'),
  );
  expect((await run('start', '--to', '1.1.0')).code).toBe(2);
  expect((await run('start', 'cairo', '--all', '--to', '1.1.0')).code).toBe(2);
  expect((await run('start', 'cairo', '--except', 'athens', '--to', '1.1.0')).code).toBe(2);
  expect((await run('start', '--label', 'region=eu', '--to', '1.1.0')).stderr).toContain(
    'all matching hosts have version',
  );
  expect((await run('show')).code).toBe(0);
  expect((await run('show', 'nothing')).stderr).toContain('no rollout nothing');
});
