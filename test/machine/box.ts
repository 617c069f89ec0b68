import { randomBytes } from 'node:crypto';
import { execa } from 'execa';
import { until } from '../harness/until.ts';
import { boxImages, type Suite } from './box-image.ts';

export interface BoxOutcome {
  code: number;
  /** Both outputs, as a person at the terminal sees them. */
  text: string;
}

/** A machine with systemd as its first process, its own journal and its own engine. */
export class Box {
  readonly name = `satrap-box-${randomBytes(4).toString('hex')}`;

  /** Boots a new machine. */
  static async boot(suite: Suite): Promise<Box> {
    const box = new Box();
    await execa('docker', [
      ...['run', '-d', '--name', box.name, '--hostname', 'box', '--restart', 'always', '--cgroupns', 'private'],
      ...['--stop-signal', 'SIGRTMIN+3', '--cap-add', 'ALL', '--cap-drop', 'SYS_RESOURCE'],
      ...['--device-cgroup-rule', 'a *:* rwm', '--security-opt', 'seccomp=unconfined'],
      ...['--security-opt', 'apparmor=unconfined', '--security-opt', 'systempaths=unconfined'],
      ...['--tmpfs', '/run', '--tmpfs', '/run/lock', '--tmpfs', '/tmp', '-v', `${box.name}:/var/lib/docker`],
      boxImages[suite].name,
    ]);
    await box.#untilUp();
    return box;
  }

  /** Runs a script of sh on the machine. */
  async run(script: string, input = ''): Promise<BoxOutcome> {
    const { exitCode, all } = await execa('docker', ['exec', '-i', this.name, 'sh', '-c', script], {
      input,
      all: true,
      reject: false,
      timeout: 240_000,
    });
    return { code: exitCode ?? -1, text: all };
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

  /** As an operator does: the host's engine boots it again. */
  async reboot(): Promise<void> {
    const before = await this.do('cat /proc/sys/kernel/random/boot_id');
    await this.run('systemctl reboot');
    await until(
      'it boots again',
      async () => {
        const { code, text } = await this.run('cat /proc/sys/kernel/random/boot_id');
        return code === 0 && text.trim() !== before;
      },
      120_000,
    );
    await this.#untilUp();
  }

  /** A power cut, and power again. */
  async cut(): Promise<void> {
    await execa('docker', ['kill', '-s', 'KILL', this.name]);
    await execa('docker', ['start', this.name]);
    await this.#untilUp();
  }

  /** When its present boot began, in milliseconds since the epoch. */
  async bootedAt(): Promise<number> {
    const { stdout } = await execa('docker', ['inspect', '-f', '{{.State.StartedAt}}', this.name]);
    return Date.parse(stdout);
  }

  async destroy(): Promise<void> {
    await execa('docker', ['rm', '-f', this.name]);
    await execa('docker', ['volume', 'rm', this.name]);
  }

  async #untilUp(): Promise<void> {
    await until(
      'the machine is up',
      async () => /running|degraded/.test((await this.run('systemctl is-system-running')).text),
      120_000,
    );
  }
}
