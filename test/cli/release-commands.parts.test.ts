import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { release } from '../harness/release.ts';
import { type Outcome, satrap } from '../harness/satrap.ts';

const folder = mkdtempSync(join(tmpdir(), 'satrap-releases-'));
let controlPlane: TestControlPlane;
let host: TestExecutor;
const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' };

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'frankfurt');
  await host.sync({ upgradability });
});
afterAll(async () => {
  await controlPlane?.destroy();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]): Promise<Outcome> =>
  satrap(args, { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey });

/** Adds a release from a file. */
function create(data: object | string): Promise<Outcome> {
  const file = join(folder, 'release.json');
  writeFileSync(file, typeof data === 'string' ? data : JSON.stringify(data));
  return run('releases', 'create', file);
}

test('a release is added from a file, listed, withdrawn and deleted', async () => {
  expect((await run('releases', 'list')).stdout).toBe('no matching releases\n');
  expect((await create(release('1.1.0', { lowestVersion: '1.0.0' }))).code).toBe(0);
  const listed = (await run('releases', 'list', '--channel', 'stable')).stdout;
  expect(listed).toMatch(/^VERSION .*\n1\.1\.0 +stable +\d+s +1\.0\.0 +linux-x64,image +offered\n$/);
  const withdrawn = (await run('releases', 'withdraw', '1.1.0', '--reason', 'loses events')).stdout;
  expect(withdrawn).toContain('withdrawn: loses events');
  expect((await run('releases', 'delete', '1.1.0')).stdout).toBe('removed 1.1.0 from the catalog\n');
});

test('a file that is no release is refused with what is wrong', async () => {
  expect((await create('{')).stderr).toContain('release.json is not JSON');
  expect((await create(release('1.2'))).stderr).toMatch(/ version: must be a semantic version/);
  expect((await run('releases', 'create', join(folder, 'missing'))).stderr).toContain('cannot read');
});

test('an upgrade is asked for, shown with its progress, and cancelled', async () => {
  await create(release('1.3.0'));
  expect((await run('executors', 'upgrade', 'frankfurt')).stdout).toBe('frankfurt: 1.0.0\n');
  const asked = await run('executors', 'upgrade', 'frankfurt', '--to', '1.3.0');
  expect(asked.stdout).toBe('frankfurt: 1.0.0, to 1.3.0 (requested)\n');
  const { requestId } = (await host.sync({ upgradability })).data.syncExecutor.upgrade;
  await host.sync({ upgradability, upgrade: { requestId, state: 'fetching', progress: 40, reason: 'by mirror 2' } });
  expect((await run('executors', 'upgrade', 'frankfurt')).stdout).toBe(
    'frankfurt: 1.0.0, to 1.3.0 (fetching 40 %): by mirror 2\n',
  );
  expect((await run('executors', 'list')).stdout).toContain('1.0.0, to 1.3.0 (fetching 40 %)');
  const again = await run('executors', 'upgrade', 'frankfurt', '--to', '1.3.0');
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/\(upgrade_already_pending\)\n$/)]);
  expect((await run('executors', 'upgrade', 'frankfurt', '--cancel')).stdout).toMatch(
    /^frankfurt: 1\.0\.0; upgrade to 1\.3\.0: cancelled: Cancelled by /,
  );
  expect((await run('executors', 'upgrade', 'frankfurt', '--to', '1.3.0', '--cancel')).code).toBe(2);
});
