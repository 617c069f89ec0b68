import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { previousVersion } from '../harness/previous-release.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { catalogEntry, UpgradeMachine } from './upgrade-machine.ts';

/** Holds the rehearsal of the present version for as long as the file `hold` is there. */
const holding = `case "$*" in "agent rehearse"*)
  [ ! -e /var/lib/satrap/hold ] || touch /var/lib/satrap/rehearsing
  while [ -e /var/lib/satrap/hold ]; do sleep 0.1; done ;;
esac`;

/** How a request ended that could not be carried out, and one that was taken back. */
export const failed = (reason: RegExp) => ({ state: 'failed', reason: expect.stringMatching(reason) });
export const cancelled = { state: 'cancelled', reason: expect.stringMatching(/^Cancelled by /) };

/** A machine with the previous release, which is asked for upgrades that do not come to the switch. */
export class RequestedUpgrades implements AsyncDisposable {
  readonly machine: UpgradeMachine;
  /** The version of the present release, which is the only one of the catalog that can be switched to. */
  readonly present: string;
  /** Its archive. */
  readonly archive: Buffer;
  readonly #runs: string;
  #versions = 0;
  /** How many events of upgrades there were before the present test. */
  #toldBefore = 0;

  private constructor(machine: UpgradeMachine, present: string, runs: string) {
    this.machine = machine;
    this.present = present;
    this.archive = machine.releases.body;
    this.#runs = runs;
  }

  static async start(present: string): Promise<RequestedUpgrades> {
    const machine = await UpgradeMachine.start([{ version: present, begin: holding }], { installed: 'previous' });
    try {
      await machine.publish(present);
      return new RequestedUpgrades(machine, present, await machine.containers());
    } catch (error) {
      await machine[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Expects that the previous release runs as it did, that no container of a node was touched, and that nothing is left of a request. */
  async expectAsBefore(): Promise<void> {
    const { machine } = this;
    machine.releases.faults.length = 0;
    machine.api.heal();
    await until('nothing is left of the request', async () => (await this.leftovers()) === '');
    await machine.expectOneAgent(previousVersion);
    expect(await machine.box.do('ls -A /opt/satrap/versions')).toBe(previousVersion);
    expect(await machine.containers()).toBe(this.#runs);
    await until('it can be asked', async () => {
      const { executors } = await machine.controlPlane.ask('{ executors { status upgradability { canUpgrade } } }');
      return executors[0].status === 'online' && executors[0].upgradability.canUpgrade;
    });
    this.#toldBefore = (await this.#told()).length;
  }

  /** What there is of an upgrade that is being prepared, or was ordered. */
  leftovers(): Promise<string> {
    return this.machine.box.do(
      'cd /var/lib/satrap/upgrade 2>/dev/null && ls -d fetch stage order.json 2>/dev/null || true',
    );
  }

  newVersion(): string {
    return `91.1.${++this.#versions}`;
  }

  /** Adds a version to the catalog that is refused once it is fetched, and serves it. */
  async addRefused(): Promise<string> {
    const { machine } = this;
    const version = this.newVersion();
    machine.releases.body = randomBytes(100_000);
    await machine.addRelease(version, catalogEntry(version, machine.releases.body, makeSigningKey()));
    return version;
  }

  async cancel(): Promise<void> {
    const { controlPlane, executorId } = this.machine;
    await controlPlane.ask('mutation($id: ID!) { cancelExecutorUpgrade(executorId: $id) { id } }', { id: executorId });
  }

  /** Asks for the present version, and waits until it rehearses, which it does until `end` is called. */
  async rehearsal(): Promise<{ end(): Promise<unknown> }> {
    const { box, releases } = this.machine;
    releases.body = this.archive;
    await box.do('rm -f /var/lib/satrap/rehearsing; touch /var/lib/satrap/hold; chown satrap /var/lib/satrap/hold');
    await this.machine.ask(this.present);
    await until('it rehearses', async () => (await box.run('test -e /var/lib/satrap/rehearsing')).code === 0);
    return { end: () => box.do('rm /var/lib/satrap/hold') };
  }

  /** Has the next answer stop after so many bytes. Resolves once they are sent, with what cuts the connection. */
  stall(bytes: number): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    this.machine.releases.stallAfter(bytes, resolve);
    return promise;
  }

  /** Keeps the request that the control plane names next; `replay` names it in each answer from then on. */
  record(): { replay(): void } {
    const { api } = this.machine;
    let upgrade: unknown;
    api.break({
      kind: 'sync',
      change: (answer) => {
        upgrade ??= answer['upgrade'] ?? undefined;
        return answer;
      },
    });
    return { replay: () => api.break({ kind: 'sync', change: (answer) => ({ ...answer, upgrade }) }) };
  }

  /** Waits until the agent has told the last of these steps as an event, and expects that it told no others in this test. */
  async expectTold(...steps: string[]): Promise<void> {
    const told = async () => (await this.#told()).slice(this.#toldBefore);
    await until(`it tells ${steps.at(-1)}`, async () => (await told()).length >= steps.length);
    expect(await told()).toEqual(steps);
  }

  /** Waits until the agent itself says this of its upgrade. */
  async untilSays(words: RegExp): Promise<void> {
    await until(`the agent says ${words}`, async () => {
      const { request, why } = (await this.machine.status())?.upgrade ?? {};
      return words.test(request?.reason ?? why ?? '');
    });
  }

  /** Waits until the control plane knows why the agent cannot be upgraded, and expects that nobody can ask it to. */
  async expectUnable(reason: RegExp): Promise<void> {
    const { controlPlane } = this.machine;
    await until('the control plane knows why not', async () => {
      const { executors } = await controlPlane.ask('{ executors { status upgradability { reason } } }');
      return executors[0].status === 'online' && reason.test(executors[0].upgradability.reason ?? '');
    });
    await expect(this.machine.ask(this.present)).rejects.toThrow(reason);
  }

  /** Runs the agent with other lines in its unit meanwhile. */
  async withUnit(lines: string, work: () => Promise<void>): Promise<void> {
    const { box } = this.machine;
    const folder = '/run/systemd/system/satrap-agent.service.d';
    const restart = 'systemctl daemon-reload && systemctl restart satrap-agent';
    await box.do(`mkdir -p ${folder} && cat >${folder}/test.conf`, `[Service]\n${lines}\n`);
    try {
      await box.do(restart);
      await work();
    } finally {
      await box.do(`rm -r ${folder} && ${restart}`);
    }
  }

  async #told(): Promise<string[]> {
    const query = '{ events(filter: { take: 500, direction: newer }) { nodes { kind } } }';
    const { events } = await this.machine.controlPlane.ask(query);
    const kinds = (events.nodes as { kind: string }[]).map(({ kind }) => kind);
    return kinds.filter((kind) => kind.startsWith('upgrade.')).map((kind) => kind.replace('upgrade.', ''));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine[Symbol.asyncDispose]();
  }
}
