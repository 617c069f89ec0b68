import { randomBytes } from 'node:crypto';
import Docker from 'dockerode';
import { execa } from 'execa';
import { inject } from 'vitest';
import { until } from '../harness/until.ts';
import { boxImages, type Suite } from './box-image.ts';
import { type BoxOutcome, BoxShell } from './box-shell.ts';

/** A machine with systemd as its first process, its own journal and its own engine. */
export class Box {
  readonly name = `satrap-box-${randomBytes(4).toString('hex')}`;
  readonly #container = new Docker({ socketPath: inject('dockerSocket') }).getContainer(this.name);
  /** Those that run no script at present. */
  #shells: BoxShell[] = [];

  /** Boots a new machine, from another image and with further arguments of `docker run` where they are given. */
  static async boot(
    suite: Suite,
    { image = boxImages[suite].name, more = [] }: { image?: string; more?: readonly string[] } = {},
  ): Promise<Box> {
    const box = new Box();
    await execa('docker', [
      ...['run', '-d', '--name', box.name, '--hostname', 'box', '--restart', 'always', '--cgroupns', 'private'],
      ...['--stop-signal', 'SIGRTMIN+3', '--cap-add', 'ALL', '--cap-drop', 'SYS_RESOURCE'],
      ...['--device-cgroup-rule', 'a *:* rwm', '--security-opt', 'seccomp=unconfined'],
      ...['--security-opt', 'apparmor=unconfined', '--security-opt', 'systempaths=unconfined'],
      ...['--tmpfs', '/run', '--tmpfs', '/run/lock', '--tmpfs', '/tmp', '-v', `${box.name}:/var/lib/docker`],
      ...[...more, image],
    ]);
    await box.#untilUp();
    return box;
  }

  /** Runs a script of sh on the machine. */
  async run(script: string, input = ''): Promise<BoxOutcome> {
    const shell = this.#shells.pop() ?? new BoxShell(this.name);
    const outcome = await shell.run(script, input);
    if (shell.isOpen) this.#shells.push(shell);
    return outcome;
  }

  /** Runs a script that must succeed, and returns what it wrote. */
  async do(script: string, input = ''): Promise<string> {
    const { code, text } = await this.run(script, input);
    if (code !== 0) throw new Error(`«${script}» ended with ${code}:\n${text}`);
    return text.trim();
  }

  async copyIn(path: string, target: string): Promise<void> {
    await execa('docker', ['cp', path, `${this.name}:${target}`]);
  }

  /** Gives an image of this host to an engine of the machine. */
  async loadImage(image: string, load = 'docker load'): Promise<void> {
    await execa('docker', ['save', image]).pipe('docker', ['exec', '-i', this.name, 'sh', '-c', load]);
  }

  /** The path at which this host finds a file or a socket of the machine, until it boots again. */
  async pathOf(path: string): Promise<string> {
    return `/proc/${(await this.#container.inspect()).State.Pid}/root${path}`;
  }

  /** As an operator does: the host's engine boots it again. */
  async reboot(): Promise<void> {
    const before = await this.bootedAt();
    this.#closeShells();
    await this.run('systemctl reboot');
    await until('it boots again', async () => (await this.bootedAt()) > before, 120_000);
    await this.#untilUp();
  }

  /** A power cut, and power again. */
  async cut(): Promise<void> {
    await this.powerOff();
    await this.powerOn();
  }

  /** Takes its power: nothing is written or said any more. */
  async powerOff(): Promise<void> {
    await this.#container.kill({ signal: 'SIGKILL' });
  }

  async powerOn(): Promise<void> {
    await this.#container.start();
    await this.#untilUp();
  }

  /** When its latest boot began, in milliseconds since the epoch. */
  async bootedAt(): Promise<number> {
    return Date.parse((await this.#container.inspect()).State.StartedAt);
  }

  async destroy(): Promise<void> {
    this.#closeShells();
    await execa('docker', ['rm', '-f', this.name]);
    await execa('docker', ['volume', 'rm', this.name]);
  }

  /** Shells of an earlier boot have ended, or are about to. */
  #closeShells(): void {
    for (const shell of this.#shells) shell.close();
    this.#shells = [];
  }

  async #untilUp(): Promise<void> {
    this.#closeShells();
    const isUp = "systemctl is-system-running --wait 2>&1 | grep -qE 'running|degraded'";
    await this.do(`timeout 120 sh -c "until ${isUp}; do sleep 0.2; done"`);
  }
}
