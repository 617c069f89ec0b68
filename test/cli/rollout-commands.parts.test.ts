import { beforeAll, expect, test } from 'vitest';
import { release } from '../harness/release.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';
import { until } from '../harness/until.ts';
import { UpgradableHost } from '../harness/upgradable-host.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 300 });
let a: UpgradableHost;
let b: UpgradableHost;
let c: UpgradableHost;

beforeAll(async () => {
  await controlPlane.ask(
    'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { id } } }',
    {
      data: release('1.1.0'),
    },
  );
  a = await UpgradableHost.make(controlPlane, 'athens');
  b = await UpgradableHost.make(controlPlane, 'berlin');
  c = await UpgradableHost.make(controlPlane, 'cairo');
});

const run = (words: string) =>
  satrapHere(`executors rollout ${words}`, {
    SATRAP_URL: controlPlane.url,
    SATRAP_API_KEY: controlPlane.personalKey,
  });

test('a rollout is previewed, started, paused, resumed and waited for', async () => {
  expect((await run('list')).stdout).toMatch(/^no rollouts yet/);
  expect((await run('pause')).stderr).toContain('no active rollout');
  expect(await run('start --to 1.1.0 --all --dry-run')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^dry run: would start\n\n.*\n1 +athens +1\.0\.0/),
  });
  expect((await run('list')).stdout).toMatch(/^no rollouts yet/);
  expect((await run('start --to 1.1.0 --all --except cairo --group-size 1')).stdout).toMatch(
    /^rollout [0-9a-f-]{36}: 0 of 2 hosts upgraded to 1\.1\.0, running\n$/,
  );
  const { requestId } = await a.asked();
  await a.sync({ upgrade: { requestId, state: 'fetching', progress: 0.4, reason: 'by mirror 2' } });
  expect((await run('show')).stdout).toMatch(/\n1 +athens +fetching 40 % +by mirror 2\n2 +berlin +waiting/);
  expect(await run('start athens --to 1.1.0 --dry-run')).toMatchObject({
    code: 5,
    stdout: expect.stringMatching(/^dry run: would be refused.*athens is being upgraded/s),
  });
  expect((await run('pause')).stdout).toMatch(/, paused\n$/);
  await a.report('failed', { reason: 'no room on the disk' });
  const hasStopped = async () =>
    (await controlPlane.ask('{ upgradeRollouts(where: { state: { equals: stopped } }) { id } }')).upgradeRollouts[0];
  await until('it has stopped', hasStopped);
  expect((await run('show')).stdout).toContain('stopped: athens was not upgraded: no room on the disk.\n');

  const resumed = run('resume --wait');
  await a.become();
  await b.become();
  expect(await resumed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: 2 of 2 hosts upgraded to 1\.1\.0, finished\n$/),
  });
  expect((await run('list')).stdout).toMatch(/finished +\d+[sm] +\S.* +2\/2 +0 +0 +0 +0\n$/);
});

test('a stopped rollout ends a waiting command with 1; a cancelled one cannot resume', async () => {
  const waited = run('start cairo --to 1.1.0 --wait');
  await c.report('rolled_back', { reason: 'it did not reach the engine' });
  expect(await waited).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('stopped: cairo was rolled back to its previous version'),
    stderr: expect.stringContaining('satrap hosts rollout show'),
  });
  const cancelled = JSON.parse((await run('cancel --json')).stdout);
  expect(cancelled).toMatchObject({ state: 'cancelled', counts: { failed: 1 } });
  expect((await run(`resume ${cancelled.id}`)).stderr).toMatch(/only a rollout that is .*\(rollout_not_possible\)\n/);
});

test('what cannot be asked is told for each executor', async () => {
  expect(await run('start athens berlin cairo --to 1.1.0')).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(
      /^error: 2 of 3 hosts cannot be upgraded to 1\.1\.0 \(rollout_not_possible\)\n {2}athens already has version 1\.1\.0\n {2}berlin already has version 1\.1\.0\ndocumentation: \S+\n$/,
    ),
  });
  for (const hosts of ['', ' cairo --all', ' cairo --except athens'])
    expect((await run(`start${hosts} --to 1.1.0`)).code).toBe(2);
  expect((await run('start --label region=eu --to 1.1.0')).stderr).toContain('all matching hosts have version');
  expect((await run('show nothing')).stderr).toContain('no rollout nothing');
});
