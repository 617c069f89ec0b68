import { expect } from 'vitest';
import { TestNodes } from '../harness/nodes.ts';
import type { EngineMachine } from './engine-machine.ts';
import type { RootlessUser } from './rootless-user.ts';

const program = '/usr/local/bin/satrap';

/** The agent of a machine's user, on an engine of their own. */
export class RootlessAgent {
  readonly #machine: EngineMachine;
  readonly #user: RootlessUser;
  readonly #settings: Readonly<Record<string, string>>;

  private constructor(machine: EngineMachine, user: RootlessUser, settings: Readonly<Record<string, string>>) {
    this.#machine = machine;
    this.#user = user;
    this.#settings = settings;
  }

  /** Installs the program alone. The machine has the release in /root/release. */
  static async install(machine: EngineMachine, user: RootlessUser, socket: string): Promise<RootlessAgent> {
    await machine.box.do('sh /root/release/install.sh');
    return new RootlessAgent(machine, user, {
      SATRAP_AGENT_URL: machine.url,
      SATRAP_AGENT_INSECURE_HTTP: 'true',
      SATRAP_AGENT_NAME: 'rootless',
      SATRAP_AGENT_DATA_DIR: '/tmp/rootless-agent',
      SATRAP_AGENT_DOCKER_SOCKET: socket,
      SATRAP_AGENT_ALLOW_REGTEST: 'true',
      SATRAP_AGENT_IMAGES: `bitcoind/28.1=${machine.clientImage}`,
    });
  }

  /** Expects that it refuses an engine that drops the limits of nodes in silence, unless it is allowed to use one. */
  async expectLimitsDemanded(): Promise<void> {
    const environment = { ...this.#settings, SATRAP_AGENT_API_KEY: 'none-yet' };
    const keepsLimits = (await this.#machine.box.run('test -e /sys/fs/cgroup/cgroup.controllers')).code === 0;
    const { code, text } = await this.#user.run(`timeout 20 ${program} agent run`, environment);
    // On cgroup 2 limits hold, and the agent runs until its time is over.
    expect([code, text]).toEqual([keepsLimits ? 124 : 2, expect.anything()]);
    expect(/cannot limit memory and CPU of nodes \(rootless, cgroup 1, .*allow_unlimited/.test(text)).toBe(
      !keepsLimits,
    );
    const levelOf = async (flag = '') => {
      const { text: json } = await this.#user.run(`${program} agent doctor --json ${flag}`, environment);
      const findings: { check: string; level: string }[] = JSON.parse(json);
      return findings.find(({ check }) => check === 'cgroup')?.level;
    };
    expect(await levelOf()).toBe(keepsLimits ? 'ok' : 'problem');
    expect(await levelOf('--allow-unlimited')).toBe(keepsLimits ? 'ok' : 'warning');
  }

  /** Expects that a node runs on the engine once the agent may do without limits, and that nothing is left of it. */
  async expectKeepsNodes(): Promise<void> {
    const { controlPlane } = this.#machine;
    await this.#user.serve('agent', `${program} agent run --allow-unlimited`, {
      ...this.#settings,
      SATRAP_AGENT_API_KEY: await controlPlane.key('executor', 'rootless'),
    });
    const { id } = await this.#machine.untilOnline('rootless');
    const nodes = new TestNodes(controlPlane, id);
    const { id: nodeId } = await nodes.run('rootless-node', {}, 90_000);
    await nodes.remove(nodeId);
    await this.#user.do('systemctl --user stop agent');
  }
}
