import { expect } from 'vitest';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import type { BoxOutcome } from './box-shell.ts';
import type { EngineMachine } from './engine-machine.ts';

type Environment = Readonly<Record<string, string>>;

const program = '/usr/local/bin/satrap';

/**
 * Adds a person to a machine who is not root, and whose own systemd runs their engines and an agent. The machine has the release in
 * /root/release, of which the program is installed.
 */
export async function addRootlessUser(
  { box, url, clientImage, controlPlane, untilOnline }: EngineMachine,
  name: string,
) {
  await box.do('sh /root/release/install.sh');
  // A user namespace gets a /proc of its own only where nothing is mounted in that of the machine.
  await box.do('umount /proc/sys/kernel/random/boot_id');
  await box.do(`useradd --create-home ${name} && loginctl enable-linger ${name}`);
  /** Where the sockets of their engines lie. */
  const folder = `/run/user/${await box.do(`id -u ${name}`)}`;

  /** Runs a command as the user, with the environment of a session. */
  function run(command: string, environment: Environment = {}): Promise<BoxOutcome> {
    const session = {
      HOME: `/home/${name}`,
      XDG_RUNTIME_DIR: folder,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus`,
    };
    const variables = Object.entries({ ...session, ...environment }).map(([key, value]) => `${key}=${value}`);
    return box.run(`cd / && runuser -u ${name} -- env ${variables.join(' ')} ${command}`);
  }

  async function succeed(command: string): Promise<void> {
    const { code, text } = await run(command);
    if (code !== 0) throw new Error(`«${command}» ended with ${code}:\n${text}`);
  }

  /** Has their systemd run a command as a service until it is stopped. */
  async function serve(unit: string, command: string, environment: Environment): Promise<void> {
    const variables = Object.entries(environment).map(([key, value]) => `--setenv=${key}=${value}`);
    await succeed(`systemd-run --user --unit ${unit} ${variables.join(' ')} ${command}`);
  }

  await until(
    'the user’s own systemd runs',
    async () => /running|degraded/.test((await run('systemctl --user is-system-running')).text),
    120_000,
  );

  const settingsFor = (socket: string, key: string): Environment => ({
    ...{ SATRAP_AGENT_URL: url, SATRAP_AGENT_INSECURE_HTTP: 'true', SATRAP_AGENT_NAME: 'rootless' },
    ...{ SATRAP_AGENT_DATA_DIR: '/tmp/rootless-agent', SATRAP_AGENT_DOCKER_SOCKET: socket, SATRAP_AGENT_API_KEY: key },
    ...{ SATRAP_AGENT_ALLOW_REGTEST: 'true', SATRAP_AGENT_IMAGES: `bitcoind/28.1=${clientImage}` },
  });

  return {
    /** Returns the path of the engine's socket. */
    async startPodman(): Promise<string> {
      await succeed('systemctl --user start podman.socket');
      return `${folder}/podman/podman.sock`;
    },

    /** Returns the path of the engine's socket, which answers. */
    async startDocker(): Promise<string> {
      // A kernel makes it where it has a driver for it: the network of a user's engine goes through it.
      await box.do('mkdir -p /dev/net && mknod -m 666 /dev/net/tun c 10 200');
      const contrib = '/usr/share/docker.io/contrib';
      const path = `${contrib}:/usr/sbin:/usr/bin:/sbin:/bin`;
      // The machine's disk is an overlay, on which the engine can lay none of its own.
      await serve('docker', `${contrib}/dockerd-rootless.sh --storage-driver vfs`, { PATH: path });
      const socket = `${folder}/docker.sock`;
      const answers = async () => (await run(`docker -H unix://${socket} version`)).code === 0;
      await until('the user’s Docker answers', answers);
      return socket;
    },

    /** Expects that the agent refuses an engine that drops the limits of nodes in silence, unless it is allowed to use one. */
    async expectLimitsDemanded(socket: string): Promise<void> {
      const environment = settingsFor(socket, 'none-yet');
      const keepsLimits = (await box.run('test -e /sys/fs/cgroup/cgroup.controllers')).code === 0;
      const { code, text } = await run(`timeout 20 ${program} agent run`, environment);
      // On cgroup 2 limits hold, and the agent runs until its time is over.
      expect([code, text]).toEqual([keepsLimits ? 124 : 2, expect.anything()]);
      expect(/cannot limit memory and CPU of nodes \(rootless, cgroup 1, .*allow_unlimited/.test(text)).toBe(
        !keepsLimits,
      );
      for (const [flag, level] of [
        ['', 'problem'],
        ['--allow-unlimited', 'warning'],
      ] as const) {
        const doctor = await run(`${program} agent doctor --json ${flag}`, environment);
        const findings: { check: string; level: string }[] = JSON.parse(doctor.text);
        expect(findings).toContainEqual(
          expect.objectContaining({ check: 'cgroup', level: keepsLimits ? 'ok' : level }),
        );
      }
    },

    /** Expects that a node runs on the engine once the agent may do without limits, and that nothing is left of it. */
    async expectKeepsNodes(socket: string): Promise<void> {
      const settings = settingsFor(socket, await controlPlane.key('executor', 'rootless'));
      await serve('agent', `${program} agent run --allow-unlimited`, settings);
      const { id } = await untilOnline('rootless');
      const nodes = new TestNodes(controlPlane, id);
      const { id: nodeId } = await nodes.run('rootless-node');
      await nodes.remove(nodeId);
      await succeed('systemctl --user stop agent');
    },
  };
}
