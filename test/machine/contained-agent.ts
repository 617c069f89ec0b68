import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../harness/until.ts';
import type { EngineMachine } from './engine-machine.ts';
import { type Kill, killScript } from './switch-kills.ts';
import { addToCatalog, askUpgrade, type UpgradeEnd, untilUpgraded } from './upgrade-machine.ts';

export const agentName = 'root_agent_1';
export const repository = 'registry.example.com/satrap/agent';
const helperName = `${agentName}-upgrade`;
const upgradeFolder = '/var/lib/docker/volumes/root_agent/_data/upgrade';
const journal = `${upgradeFolder}/helper/journal.json`;

/** An agent in a container of a machine, made with compose. */
export class ContainedAgent {
  readonly #machine: EngineMachine;
  /** The ids of the images by version. */
  readonly digests = new Map<string, string>();
  /** Known once it is online. */
  executorId = '';

  constructor(machine: EngineMachine) {
    this.#machine = machine;
  }

  /** Puts the files of compose onto the machine. */
  async prepare(): Promise<void> {
    const { box, clientImage } = this.#machine;
    await box.copyIn(join(import.meta.dirname, '../../templates/compose.yaml'), '/root/compose.yaml');
    await box.do(
      'cat >/root/here.yaml',
      `services:
  agent:
    healthcheck: { interval: 1s }
    environment:
      SATRAP_AGENT_INSECURE_HTTP: 'true'
      SATRAP_AGENT_ALLOW_REGTEST: 'true'
      SATRAP_AGENT_IMAGES: bitcoind/28.1=${clientImage}
`,
    );
  }

  compose(words: string, input = ''): Promise<string> {
    const { box, url } = this.#machine;
    const variables = `SATRAP_AGENT_URL=${url} DOCKER_GID=$(stat -c %g /var/run/docker.sock)`;
    return box.do(`cd /root && export ${variables} && docker-compose -f compose.yaml -f here.yaml ${words}`, input);
  }

  /** Its engine's answer to an inspection in a format. */
  inspect(format: string): Promise<string> {
    return this.#machine.box.do(`docker inspect -f '${format}' ${agentName}`);
  }

  /** What the agent says of itself; undefined where none answers. */
  async status(): Promise<{ version: string; lastSync: { succeededAt: string } } | undefined> {
    const { code, text } = await this.#machine.box.run(`docker exec ${agentName} satrap agent status --json`);
    return code === 0 ? JSON.parse(text) : undefined;
  }

  /** Offers a release with an image, asks for it as a person does, and waits until the control plane knows how it ended. */
  async upgrade(
    version: string,
    { name = repository, meanwhile = async () => {} }: { name?: string; meanwhile?(): Promise<unknown> } = {},
  ): Promise<UpgradeEnd> {
    const { controlPlane } = this.#machine;
    const image = { name, digest: this.digests.get(version) ?? `sha256:${'0'.repeat(64)}` };
    await addToCatalog(controlPlane, version, { image });
    await askUpgrade(controlPlane, this.executorId, version);
    await meanwhile();
    return untilUpgraded(controlPlane, this.executorId);
  }

  /** Exactly one container of the agent, which runs this version, and nothing of the upgrade beside it. */
  async expectOne(version: string): Promise<void> {
    const { box } = this.#machine;
    await until(`${version} runs`, async () => (await this.status())?.version === version, 60_000);
    await until('the helper is gone', async () => (await box.run(`docker inspect ${helperName}`)).code !== 0, 60_000);
    const agents = 'docker ps -a --filter label=io.satrap.program=agent --format "{{.Names}} {{.State}}"';
    expect(await box.do(agents)).toBe(`${agentName} running`);
    expect(await box.do('docker ps -aq --filter label=io.satrap.purpose')).toBe('');
    expect(await box.do('pgrep -fc "[.][cm]js agent ru[n]"')).toBe('1');
  }

  /** Does so at steps of the switch that comes. Resolves to when it did so last, in milliseconds since the epoch. */
  async killAt(kills: readonly Kill[]): Promise<number> {
    const lines = (await this.#machine.box.do(killScript(journal, kills))).split('\n');
    for (const late of lines.filter((line) => line.startsWith('over'))) console.log(`nothing was killed, ${late}`);
    return Number(lines.findLast((line) => /^\d+$/.test(line)));
  }

  /** Switches to this version, by hand, while processes are killed at steps of it. */
  async switchDespite(kills: readonly Kill[], to: string): Promise<void> {
    const { box } = this.#machine;
    const killed = this.killAt(kills);
    // An engine that is killed as soon as the helper runs ends the command as well.
    await box.run(`docker exec ${agentName} satrap agent rollback --yes`);
    const atMs = await killed;
    const syncedAt = await until('an agent works', async () => {
      const at = Date.parse((await this.status())?.lastSync.succeededAt ?? '');
      return at > atMs && at;
    });
    const words = kills.map(({ step, victim, delayMs }) => `${victim} at “${step}” after ${delayMs} ms`).join(', ');
    console.log(`killed: ${words}: an agent has sent a heartbeat ${((syncedAt - atMs) / 1000).toFixed(1)} s later`);
    await until('the switch has ended', async () => (await box.run(`test -e ${journal}`)).code !== 0, 120_000);
    const { state, reason } = JSON.parse(await box.do(`cat ${upgradeFolder}/outcome.json`));
    if (state !== 'committed') console.log(`${state}: ${reason}`);
    expect([words, state]).toEqual([words, 'committed']);
    await this.expectOne(to);
  }
}
