import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import type { BoxOutcome } from './box-shell.ts';
import type { PodmanPlace } from './podman-data.ts';
import { configurePodman } from './podman-of-root.ts';

export type Environment = Readonly<Record<string, string>>;

/** A person on a machine who is not root, and whose own systemd runs their engines. */
export type RootlessUser = Awaited<ReturnType<typeof addUser>>;

/** Adds such a person, with as many subordinate ids as useradd gives. */
export async function addUser(box: Box, name: string) {
  // A user namespace gets a /proc of its own only where nothing is mounted in that of the machine.
  await box.do('! mountpoint -q /proc/sys/kernel/random/boot_id || umount /proc/sys/kernel/random/boot_id');
  // A kernel makes it where it has a driver for it: the network of a user's engine goes through it.
  await box.do('test -e /dev/net/tun || { mkdir -p /dev/net && mknod -m 666 /dev/net/tun c 10 200; }');
  await box.do(`useradd --create-home ${name} && loginctl enable-linger ${name}`);
  /** Where the sockets of their engines lie. */
  const folder = `/run/user/${await box.do(`id -u ${name}`)}`;

  const asUser = (command: string, environment: Environment = {}): string => {
    const session = {
      HOME: `/home/${name}`,
      XDG_RUNTIME_DIR: folder,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus`,
    };
    const variables = Object.entries({ ...session, ...environment }).map(([key, value]) => `${key}=${value}`);
    return `cd / && runuser -u ${name} -- env ${variables.join(' ')} ${command}`;
  };

  /** Runs a command as the user, with the environment of a session. */
  const run = (command: string, environment: Environment = {}): Promise<BoxOutcome> =>
    box.run(asUser(command, environment));

  async function succeed(command: string): Promise<string> {
    const { code, text } = await run(command);
    if (code !== 0) throw new Error(`«${command}» ended with ${code}:\n${text}`);
    return text;
  }

  await until(
    'the user’s own systemd runs',
    async () => /running|degraded/.test((await run('systemctl --user is-system-running')).text),
    120_000,
  );

  return {
    name,
    folder,
    run,
    succeed,

    /** Returns the path of the engine's socket. */
    async startPodman(): Promise<string> {
      await configurePodman(box);
      await succeed('systemctl --user start podman.socket');
      return `${folder}/podman/podman.sock`;
    },

    /** Gives an image of this host to their Podman. */
    loadImage: (image: string): Promise<void> => box.loadImage(image, asUser('podman load')),
  };
}

/** Where a person's Podman keeps volumes, and what ids of its containers are on the machine. */
export async function rootlessPodman(box: Box, { name }: RootlessUser): Promise<PodmanPlace> {
  const volumes = `/home/${name}/.local/share/containers/storage/volumes`;
  await box.do(`runuser -u ${name} -- mkdir -p ${volumes}`);
  const id = await box.do(`id -u ${name}`);
  return { volumes, root: `${id}:${id}`, daemon: await subordinate(box, name, 60_833) };
}

/** What an id of a person's containers is on the machine, as `UID:GID`. */
export async function subordinate(box: Box, name: string, id: number): Promise<string> {
  const from = Number(await box.do(`sed -n 's/^${name}:\\(.*\\):.*/\\1/p' /etc/subuid`));
  return `${from + id - 1}:${from + id - 1}`;
}
