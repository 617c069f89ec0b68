import { afterAll, beforeAll, expect, test } from 'vitest';
import { containerOf, expectRestartTold, expectRestartUnnoticed } from './engine-restart.ts';
import { expectKeepsNodesOnPodman } from './podman-of-root.ts';
import { addRootlessUser } from './rootless.ts';
import { startUpgradeMachine, type UpgradeMachine } from './upgrade-machine.ts';

// The engines of Debian 13: Docker 26.1 and Podman 5.4. The tests follow one another on one machine. Those of Debian 12 are what all other
// files use.

const next = '90.0.0';
let upgrade: UpgradeMachine;
let user: Awaited<ReturnType<typeof addRootlessUser>>;

beforeAll(async () => {
  upgrade = await startUpgradeMachine([{ version: next }], { suite: 'trixie' });
}, 600_000);
afterAll(() => upgrade?.dispose(), 60_000);

test('installs and upgrades on Docker 26.1, and survives its restart', async () => {
  expect(await upgrade.box.do("docker version -f '{{.Server.Version}}'")).toMatch(/^26\.1/);
  const before = await containerOf(upgrade);
  expect(await upgrade.upgrade(next)).toMatchObject({ state: 'committed' });
  await upgrade.untilEnded();
  await upgrade.expectOneAgent(next);
  expect(await containerOf(upgrade)).toBe(before);
  await expectRestartTold(upgrade);
  await expectRestartUnnoticed(upgrade);
}, 400_000);

test('an agent on Docker 26.1 that is uninstalled with its data leaves nothing', async () => {
  const text = await upgrade.box.do('satrap agent uninstall --yes --remove-data box');
  expect(text).toMatch(/stop housed and delete their chain data[\s\S]*No nodes and no chain data remain/);
  expect(await upgrade.box.do('docker ps -aq; docker volume ls -q')).toBe('');
});

test('runs nodes on rootful Podman 5.4, and removes them when uninstalled if requested', async () => {
  expect(await upgrade.box.do("podman version -f '{{.Server.Version}}' 2>/dev/null")).toMatch(/^5\./);
  await expectKeepsNodesOnPodman(upgrade);
});

test('rootless Podman 5.4 without limits is refused unless the agent may do without', async () => {
  user = await addRootlessUser(upgrade, 'op');
  const socket = await user.startPodman();
  await user.expectLimitsDemanded(socket);
  await user.expectIdsDemanded(socket);
  await user.expectKeepsNodes(socket);
});

test('rootless Docker 26.1 without limits is refused unless the agent may do without', async () => {
  const socket = await user.startDocker();
  await upgrade.box.loadImage(upgrade.clientImage, `docker -H unix://${socket} load`);
  await user.expectLimitsDemanded(socket);
  await user.expectKeepsNodes(socket);
}, 200_000);
