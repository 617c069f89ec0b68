import { expect, test } from 'vitest';
import { isContainerRemoved, isInContainer, ownContainerId } from '../../../../src/agent/docker/own/own-id.ts';

const id = '0123456789abcdef'.repeat(4);
const other = 'f'.repeat(64);
const rootMount = '620 560 0:61 / / rw,relatime master:1 - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/AB';

const engineFile = (of: string, root = '/var/lib/docker', to = '/etc/hostname') =>
  `${rootMount}\n633 620 8:1 ${root}/containers/${of}/hostname ${to} rw,relatime - ext4 /dev/sda1 rw`;
const hostMount = '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw';

test.each<[string, string, string, string | null]>([
  ['the files that the engine mounts over those of /etc', engineFile(id), '0::/', id],
  ['a data root of the engine on a disk of its own', engineFile(id, ''), '', id],
  ['a cgroup of the engine’s own', rootMount, `12:memory:/docker/${id}\n0::/`, id],
  ['a scope of systemd', rootMount, `4:cpu:/system.slice/docker-${id}.scope`, id],
  ['a process of the host', hostMount, '0::/user.slice', null],
  ['the folder of another container, mounted elsewhere', engineFile(other, undefined, '/srv/seen'), '0::/', null],
])('%s tell the container, or that there is none', (_what, mountinfo, cgroup, expected) => {
  expect(ownContainerId(mountinfo, cgroup)).toBe(expected);
});

const mounted = (...files: string[]) =>
  [
    rootMount,
    ...files.map((file) => `633 620 8:1 /var/lib/docker/containers/${id}/${file} rw - ext4 /dev/sda1 rw`),
  ].join('\n');

const present = mounted('hostname /etc/hostname', 'hosts /etc/hosts');
const removed = mounted('hostname//deleted /etc/hostname', 'hosts//deleted /etc/hosts');
const replaced = mounted('resolv.conf//deleted /etc/resolv.conf', 'hostname /etc/hostname');
test.each<[string, string, boolean, boolean]>([
  ['is there', present, true, false],
  ['was removed', removed, true, true],
  ['got another of its files', replaced, true, false],
  ['is none of Docker', rootMount, false, false],
])('a process knows by its mounts that its container %s', (_what, mountinfo, isIn, isRemoved) => {
  expect([isInContainer(mountinfo), isContainerRemoved(mountinfo)]).toEqual([isIn, isRemoved]);
});
