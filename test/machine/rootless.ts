import { basename } from 'node:path';
import { expect } from 'vitest';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import type { EngineMachine } from './engine-machine.ts';
import { expectNoLinkFollowed } from './hostile-on-podman.ts';
import { addUser, type Environment, rootlessPodman, subordinate } from './rootless-user.ts';

const program = '/usr/local/bin/satrap';

/**
 * Adds a person to a machine who is not root, and whose own systemd runs their engines and an agent. The machine has the release in
 * /root/release, of which the program is installed.
 */
export async function addRootlessUser(machine: EngineMachine, name: string) {
  const { box, url, clientImage, controlPlane, untilOnline } = machine;
  await box.do('sh /root/release/install.sh');
  const user = await addUser(box, name);
  const { folder, run, succeed } = user;

  /** Has their systemd run a command as a service until it is stopped. */
  async function serve(unit: string, command: string, environment: Environment): Promise<void> {
    const variables = Object.entries(environment).map(([key, value]) => `--setenv=${key}=${value}`);
    await succeed(`systemd-run --user --unit ${unit} ${variables.join(' ')} ${command}`);
  }

  /** Each engine has an agent of its own. */
  const agentOf = (socket: string): string => `rootless-${basename(socket, '.sock')}`;

  /** Their own file: without one, it has the settings of the machine’s agent, also those of an uninstalled one. */
  async function configOf(socket: string): Promise<string> {
    const path = `/home/${name}/${agentOf(socket)}.toml`;
    await box.do(`touch ${path}`);
    return path;
  }

  const settingsFor = (socket: string, key: string): Environment => ({
    ...{ SATRAP_AGENT_URL: url, SATRAP_AGENT_INSECURE_HTTP: 'true', SATRAP_AGENT_NAME: agentOf(socket) },
    ...{
      SATRAP_AGENT_DATA_DIR: `/tmp/${agentOf(socket)}`,
      SATRAP_AGENT_DOCKER_SOCKET: socket,
      SATRAP_AGENT_API_KEY: key,
    },
    ...{ SATRAP_AGENT_ALLOW_REGTEST: 'true', SATRAP_AGENT_IMAGES: `bitcoind/28.1=${clientImage}` },
  });

  /** Returns what doctor finds of the user of new nodes. */
  async function nodeUser(socket: string) {
    const command = `${program} agent doctor --json --config ${await configOf(socket)}`;
    const doctor = await run(command, settingsFor(socket, 'none-yet'));
    const findings: { check: string; level: string; message: string; remedy: string | null }[] = JSON.parse(
      doctor.text,
    );
    return findings.find(({ check }) => check === 'node user');
  }

  return {
    /** Returns the path of the engine's socket; the engine has the image of a daemon. */
    async startPodman(): Promise<string> {
      const socket = await user.startPodman();
      await user.loadImage(clientImage);
      return socket;
    },

    /** Returns the path of the engine's socket, which answers. */
    async startDocker(): Promise<string> {
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
      const config = await configOf(socket);
      const { code, text } = await run(`timeout 20 ${program} agent run --config ${config}`, environment);
      // On cgroup 2 limits hold, and the agent runs until its time is over.
      expect([code, text]).toEqual([keepsLimits ? 124 : 2, expect.anything()]);
      expect(/cannot limit memory and CPU of nodes \(rootless, cgroup 1, .*allow_unlimited/.test(text)).toBe(
        !keepsLimits,
      );
      for (const [flag, level] of [
        ['', 'problem'],
        ['--allow-unlimited', 'warning'],
      ] as const) {
        const doctor = await run(`${program} agent doctor --json --config ${config} ${flag}`, environment);
        const findings: { check: string; level: string }[] = JSON.parse(doctor.text);
        expect(findings).toContainEqual(
          expect.objectContaining({ check: 'cgroup', level: keepsLimits ? 'ok' : level }),
        );
      }
    },

    /** Expects that doctor reports an engine whose containers have no id as high as that of new nodes’ daemons. */
    async expectIdsDemanded(socket: string): Promise<void> {
      expect(await nodeUser(socket)).toMatchObject({ level: 'ok', message: expect.stringMatching(/ 65536 ids /) });
      await box.do(`sed -i.bak 's/^\\(${name}:.*:\\).*/\\110000/' /etc/subuid /etc/subgid`);
      expect(await nodeUser(socket)).toMatchObject({
        level: 'problem',
        message: expect.stringMatching(/^60833:60833, .* 10000 subordinate ids of user /),
        remedy: expect.stringMatching(/^usermod --add-subuids .*or set node_user = "10000:10000"/),
      });
      await box.do('for file in subuid subgid; do mv /etc/$file.bak /etc/$file; done');
    },

    /**
     * Expects that a node runs on the engine once the agent may do without limits, with data of the default user’s id on the host, and that
     * nothing is left of it, whatever its daemon left.
     */
    async expectKeepsNodes(socket: string): Promise<void> {
      const settings = settingsFor(socket, await controlPlane.key('executor', agentOf(socket)));
      await serve('agent', `${program} agent run --allow-unlimited --config ${await configOf(socket)}`, settings);
      const { id } = await untilOnline(agentOf(socket));
      const nodes = new TestNodes(controlPlane, id);
      const { id: nodeId } = await nodes.run('rootless-node');
      const data = await box.do(`find /home/${name} -path '*/satrap-${nodeId}/_data/node'`);
      const owner = await subordinate(box, name, 60_833);
      expect(await box.do(`stat -c '%u:%g %a' ${data}`)).toBe(`${owner} 700`);
      await box.do(
        `cd ${data} && mkdir locked && ln -s / link && mkfifo pipe && chown -hR ${owner} . && chmod 0 locked`,
      );
      await nodes.remove(nodeId);
      expect((await box.run(`test -e ${data}`)).code).toBe(1);
      if (basename(socket) === 'podman.sock')
        await expectNoLinkFollowed(machine, nodes, await rootlessPodman(box, user));
      await succeed('systemctl --user stop agent');
    },
  };
}
