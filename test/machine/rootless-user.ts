import { until } from '../harness/until.ts';
import type { Box, BoxOutcome } from './box.ts';

/** A person on a machine who is not root, and whose own systemd runs their engines. */
export class RootlessUser {
  readonly #box: Box;
  readonly #name: string;
  /** Where the sockets of their engines lie. */
  readonly #folder: string;

  private constructor(box: Box, name: string, folder: string) {
    this.#box = box;
    this.#name = name;
    this.#folder = folder;
  }

  static async add(box: Box, name: string): Promise<RootlessUser> {
    // A user namespace gets a /proc of its own only where nothing is mounted in that of the machine.
    await box.do('umount /proc/sys/kernel/random/boot_id');
    await box.do(`useradd --create-home ${name} && loginctl enable-linger ${name}`);
    const user = new RootlessUser(box, name, `/run/user/${await box.do(`id -u ${name}`)}`);
    await until(
      'the user’s own systemd runs',
      async () => /running|degraded/.test((await user.run('systemctl --user is-system-running')).text),
      60_000,
    );
    return user;
  }

  /** Runs a command as the user, with the environment of a session. */
  run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<BoxOutcome> {
    const variables = {
      HOME: `/home/${this.#name}`,
      XDG_RUNTIME_DIR: this.#folder,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${this.#folder}/bus`,
      ...environment,
    };
    const words = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    return this.#box.run(`cd / && runuser -u ${this.#name} -- env ${words.join(' ')} ${command}`);
  }

  /** Has their systemd run a command as a service until it is stopped. */
  async serve(unit: string, command: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const variables = Object.entries(environment).map(([name, value]) => `--setenv=${name}=${value}`);
    await this.do(`systemd-run --user --unit ${unit} ${variables.join(' ')} ${command}`);
  }

  async do(command: string): Promise<string> {
    const { code, text } = await this.run(command);
    if (code !== 0) throw new Error(`«${command}» ended with ${code}:\n${text}`);
    return text.trim();
  }

  /** Returns the path of the engine's socket. */
  async startPodman(): Promise<string> {
    await this.do('systemctl --user start podman.socket');
    return `${this.#folder}/podman/podman.sock`;
  }

  /** Returns the path of the engine's socket, which answers. */
  async startDocker(): Promise<string> {
    // A kernel makes it where it has a driver for it: the network of a user's engine goes through it.
    await this.#box.do('mkdir -p /dev/net && mknod -m 666 /dev/net/tun c 10 200');
    const contrib = '/usr/share/docker.io/contrib';
    // The machine's disk is an overlay, on which the engine can lay none of its own.
    await this.serve('docker', `${contrib}/dockerd-rootless.sh --storage-driver vfs`, {
      PATH: `${contrib}:/usr/sbin:/usr/bin:/sbin:/bin`,
    });
    const socket = `${this.#folder}/docker.sock`;
    await until(
      'the user’s Docker answers',
      async () => (await this.run(`docker -H unix://${socket} version`)).code === 0,
      60_000,
    );
    return socket;
  }
}
