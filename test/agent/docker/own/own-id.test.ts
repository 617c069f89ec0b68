import { expect, test } from 'vitest';
import { isContainerRemoved, isInContainer, ownContainerId } from '../../../../src/agent/docker/own/own-id.ts';

const id = '0123456789abcdef'.repeat(4);
const other = 'f'.repeat(64);
const root = '620 560 0:61 / / rw,relatime master:1 - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/AB';

test.each<[string, string, string]>([
  [
    'the files that the engine mounts over those of /etc',
    `${root}\n633 620 8:1 /var/lib/docker/containers/${id}/hostname /etc/hostname rw,relatime - ext4 /dev/sda1 rw`,
    '0::/',
  ],
  [
    'a data root of the engine on a disk of its own',
    `${root}\n633 620 8:1 /containers/${id}/resolv.conf /etc/resolv.conf rw,relatime - ext4 /dev/sdb1 rw`,
    '',
  ],
  ['a cgroup of the engine’s own', root, `12:memory:/docker/${id}\n0::/`],
  ['a scope of systemd', root, `4:cpu:/system.slice/docker-${id}.scope`],
])('%s tell the container', (_what, mountinfo, cgroup) => {
  expect(ownContainerId(mountinfo, cgroup)).toBe(id);
});

test.each<[string, string, string]>([
  ['a process of the host', '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw', '0::/user.slice'],
  [
    'the folder of another container that is mounted elsewhere',
    `${root}\n640 620 8:1 /var/lib/docker/containers/${other}/hostname /srv/seen rw - ext4 /dev/sda1 rw`,
    '0::/',
  ],
])('%s names none', (_what, mountinfo, cgroup) => {
  expect(ownContainerId(mountinfo, cgroup)).toBeNull();
});

const mounted = (...files: string[]) =>
  [root, ...files.map((file) => `633 620 8:1 /var/lib/docker/containers/${id}/${file} rw - ext4 /dev/sda1 rw`)].join(
    '\n',
  );

test.each<[string, string, { isIn: boolean; isRemoved: boolean }]>([
  ['is there', mounted('hostname /etc/hostname', 'hosts /etc/hosts'), { isIn: true, isRemoved: false }],
  [
    'was removed',
    mounted('hostname//deleted /etc/hostname', 'hosts//deleted /etc/hosts'),
    { isIn: true, isRemoved: true },
  ],
  [
    'got another of its files',
    mounted('resolv.conf//deleted /etc/resolv.conf', 'hostname /etc/hostname'),
    { isIn: true, isRemoved: false },
  ],
  ['is none of Docker', root, { isIn: false, isRemoved: false }],
])('a process knows by its mounts that its container %s', (_what, mountinfo, { isIn, isRemoved }) => {
  expect([isInContainer(mountinfo), isContainerRemoved(mountinfo)]).toEqual([isIn, isRemoved]);
});
