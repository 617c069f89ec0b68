import { execa } from 'execa';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { releaseFiles } from '../harness/release-files.ts';
import { satrap } from '../harness/satrap.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { dockerHostOfTests } from './docker-host.ts';
import { forwardFromContainers } from './forwarder.ts';

// Ways to run the agent other than as a service or a container on a Docker engine of root, tried one after the other on one machine.

const ends = new AsyncDisposableStack();
let controlPlane: TestControlPlane;
let box: Box;
let url: string;
let image: string;
let release: string;

beforeAll(async () => {
  ends.use(dockerHostOfTests());
  await ensureBoxImage(AbortSignal.timeout(240_000));
  release = ends.use(await releaseFiles(makeSigningKey())).folder;
  controlPlane = await TestControlPlane.start();
  ends.defer(() => controlPlane.destroy());
  const way = ends.use(await forwardFromContainers(controlPlane.settings.port));
  url = `http://${way.host}:${way.port}/graphql`;
  box = await Box.boot();
  ends.defer(() => box.destroy());
  image = inject('clientImages')['28.1'] ?? '';
  await box.loadImage(image);
}, 290_000);
afterAll(() => ends.disposeAsync(), 60_000);

/** Gives the client's image to an engine of the machine. */
async function loadInto(command: string): Promise<void> {
  await execa('docker', ['save', image]).pipe('docker', ['exec', '-i', box.name, 'sh', '-c', command]);
}

/** A token with which one agent joins. */
async function newToken(): Promise<string> {
  const { stdout } = await satrap(['executors', 'token', '--url', controlPlane.url], {
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  return stdout.trim();
}

const untilOnline = (name: string) =>
  until(
    `${name} is online`,
    async () => {
      const { executors } = await controlPlane.ask('{ executors { id name status } }');
      return executors.find((each: { name: string; status: string }) => each.name === name && each.status === 'online');
    },
    60_000,
  );

test('the agent keeps nodes on Podman of root, and takes them with it where its uninstallation is told to', async () => {
  // The machine's disk is an overlay, on which Podman can lay none of its own.
  await box.do(
    'cat >/etc/containers/storage.conf',
    '[storage]\ndriver = "vfs"\nrunroot = "/run/containers/storage"\ngraphroot = "/var/lib/containers/storage"\n',
  );
  // A group of its own for the socket, in a folder that the group can reach.
  await box.do(
    `groupadd --system podman && mkdir -p /etc/systemd/system/podman.socket.d && cat >/etc/systemd/system/podman.socket.d/satrap.conf &&
     systemctl daemon-reload && systemctl restart podman.socket`,
    '[Socket]\nListenStream=\nListenStream=/run/podman-api/podman.sock\nSocketGroup=podman\nSocketMode=0660\n',
  );
  await loadInto('podman load');
  await box.do(
    'mkdir -p /etc/satrap && cat >/etc/satrap/agent.toml',
    `allow_regtest = true\n[images]\n"28.1" = "${image}"\n`,
  );
  await box.copyIn(release, '/root/release');
  await box.do('cat >/root/token && chmod 600 /root/token', await newToken());
  const install = `sh /root/release/install.sh -- --url ${url} --token-file /root/token --insecure-http --name podman`;
  expect(await box.do(`${install} --docker-socket /run/podman-api/podman.sock`)).toContain('podman is online');
  const { id } = await untilOnline('podman');
  const nodes = new TestNodes(controlPlane, id);
  const { id: nodeId } = await nodes.create('potted');
  await nodes.untilPhase(nodeId, 'running', 90_000);
  const first = await box.do(
    `podman inspect -f '{{.HostConfig.Memory}} {{.HostConfig.ReadonlyRootfs}}' satrap-${nodeId}`,
  );
  expect(first).toBe(`${512 * 1024 * 1024} true`);
  await box.do(`podman kill -s KILL satrap-${nodeId}`);
  await nodes.untilEvent('potted', 'node.exited');
  await nodes.untilPhase(nodeId, 'running', 60_000);
  const before = await box.do(`podman inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);
  await box.do('systemctl restart podman.service satrap-agent');
  await untilOnline('podman');
  expect(await box.do(`podman inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`)).toBe(before);
  const text = await box.do('satrap agent uninstall --yes --remove-data podman');
  expect(text).toMatch(/stop potted, and remove their chain data[\s\S]*No nodes and no chain data are left/);
  expect(await box.do('podman ps -aq; podman volume ls -q')).toBe('');
}, 240_000);

test('the agent refuses a rootless engine that drops the limits of nodes in silence, unless it is allowed to use one', async () => {
  // A user namespace gets a /proc of its own only where nothing is mounted in that of the machine.
  await box.do('umount /proc/sys/kernel/random/boot_id; useradd --create-home op && loginctl enable-linger op');
  await until(
    'the user’s own systemd runs',
    async () => (await box.run('systemctl --user -M op@ start podman.socket')).code === 0,
  );
  const uid = await box.do('id -u op');
  const socket = `/run/user/${uid}/podman/podman.sock`;
  await box.do('mkdir /opt/rootless && tar -C /opt/rootless --strip-components 1 -xzf /root/release/satrap-*.tar.gz');
  const program = '/opt/rootless/bin/satrap';
  const asUser = (words: string) =>
    box.run(
      `runuser -u op -- env HOME=/home/op XDG_RUNTIME_DIR=/run/user/${uid} SATRAP_API_KEY=none-yet SATRAP_NAME=op SATRAP_INSECURE_HTTP=true SATRAP_URL=${url} SATRAP_DATA_DIR=/home/op/agent SATRAP_DOCKER_SOCKET=${socket} timeout 20 ${program} ${words}`,
    );
  const keepsLimits = (await box.run('test -e /sys/fs/cgroup/cgroup.controllers')).code === 0;
  const { code, text } = await asUser('agent run');
  // On cgroup 2 limits hold, and the agent runs until its time is over.
  expect(code).toBe(keepsLimits ? 124 : 2);
  expect(/cannot limit the memory and the cores of nodes \(rootless, cgroup 1, .*allow_unlimited/.test(text)).toBe(
    !keepsLimits,
  );
  const levelOf = async (flag = '') => {
    const findings: { check: string; level: string }[] = JSON.parse((await asUser(`agent doctor --json ${flag}`)).text);
    return findings.find(({ check }) => check === 'cgroup')?.level;
  };
  expect(await levelOf()).toBe(keepsLimits ? 'ok' : 'problem');
  expect(await levelOf('--allow-unlimited')).toBe(keepsLimits ? 'ok' : 'warning');
}, 120_000);
