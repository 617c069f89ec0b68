import { expect } from 'vitest';
import { containerOpenFiles } from '../../src/bitcoin/open-files.ts';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { documented } from './documented.ts';
import type { EngineMachine } from './engine-machine.ts';
import { toldSince } from './engine-restart.ts';
import { expectNoLinkFollowed, expectNoLinkFollowedByRoot, expectOwnerFollowed } from './hostile-on-podman.ts';

/**
 * Expects that an agent installed on the machine's Podman of root runs a node there with its limits, starts it again after a crash, leaves it
 * alone while Podman's service and the agent are restarted, follows no link in data, and takes it with it where its uninstallation is told to. The machine has the
 * release in /root/release, and no agent.
 */
export async function expectKeepsNodesOnPodman(machine: EngineMachine): Promise<void> {
  const { box } = machine;
  await setUpPodman(machine.box, machine.clientImage);
  await box.do(
    'mkdir -p /etc/satrap && cat >/etc/satrap/agent.toml',
    `name = "podman"\nallow_regtest = true\n[images.bitcoind]\n"28.1" = "${machine.clientImage}"\n`,
  );
  await box.do('command -v satrap || sh /root/release/install.sh');
  const recipe = documented('hosts/engines.md#podman', {
    'https://satrap.example.com/graphql': `${machine.url} --insecure-http`,
  });
  expect(await box.do(recipe, await machine.newToken())).toContain('podman is online');
  await until('its disk is reported', async () => {
    const { executors } = await machine.controlPlane.ask('{ executors { name resources { diskGiB { total } } } }');
    return executors.find(({ name }: { name: string }) => name === 'podman')?.resources.diskGiB.total > 0;
  });
  const { id } = await machine.untilOnline('podman');
  const nodes = new TestNodes(machine.controlPlane, id);
  const { id: nodeId } = await nodes.run('potted');
  const first = await box.do(
    `podman inspect -f '{{.HostConfig.Memory}} {{.HostConfig.ReadonlyRootfs}}' satrap-${nodeId}`,
  );
  expect(first).toBe(`${512 * 1024 * 1024} true`);
  const openFiles = `awk '/^Max open files/ { print $5 }' /proc/$(podman inspect -f '{{.State.Pid}}' satrap-${nodeId})/limits`;
  expect(Number(await box.do(openFiles))).toBeGreaterThanOrEqual(containerOpenFiles([]));
  const runOf = () => box.do(`podman inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);
  const killed = await runOf();
  await box.do(`podman kill -s KILL satrap-${nodeId}`);
  await nodes.untilEvent('potted', 'node.exited');
  const anotherRun = async () => {
    const run = await runOf();
    return run !== killed && run;
  };
  const before = await until('it runs again', anotherRun, 120_000, 1000);
  await nodes.untilPhase(nodeId, 'running');
  const since = new Date().toISOString();
  await box.do(`sed -i '1i node_user = "101:101"' /etc/satrap/agent.toml`);
  await box.do('systemctl restart podman.service satrap-agent');
  await machine.untilOnline('podman');
  expect(await runOf()).toBe(before);
  await expectOwnerFollowed(machine, nodes, nodeId);
  await expectNoLinkFollowed(machine, nodes);
  await expectNoLinkFollowedByRoot(machine);
  const text = await box.do('satrap agent uninstall --yes --remove-data podman');
  expect(text).toMatch(/stop potted and delete their chain data[\s\S]*No nodes and no chain data remain/);
  expect(await box.do('podman ps -aq; podman volume ls -q')).toBe('');
  // The service ends whenever nobody asks it, and no node with it.
  expect((await toldSince(machine, since)).map(({ kind }) => kind)).not.toContain('executor.engine_restarted');
}

export async function setUpPodman(box: Box, clientImage: string): Promise<void> {
  await configurePodman(box);
  // As Debian's package does. The service may still run since the boot, with the storage it had then.
  await box.do('systemctl enable --now podman.socket && systemctl stop podman.service');
  await box.loadImage(clientImage, 'podman load');
}

/** Makes Podman usable on a machine, for root and for other users. */
export async function configurePodman(box: Box): Promise<void> {
  // The machine's disk is an overlay, on which Podman can lay none of its own.
  await box.do(
    'cat >/etc/containers/storage.conf',
    '[storage]\ndriver = "vfs"\nrunroot = "/run/containers/storage"\ngraphroot = "/var/lib/containers/storage"\n',
  );
  // Podman 5 warns of cgroup 1 in each of its answers.
  await box.do(
    'mkdir -p /etc/containers/containers.conf.d && cat >/etc/containers/containers.conf.d/quiet.conf',
    '[engine]\nenv = ["PODMAN_IGNORE_CGROUPSV1_WARNING=1"]\n',
  );
}
