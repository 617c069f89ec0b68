import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ContainerFacts, containerObstacle, repositoryOf } from '../../../src/agent/upgrade/container-facts.ts';
import {
  gatherInstallation,
  type InstallationFacts,
  isOnReadOnlyDisk,
  judgeInstallation,
  upgradabilityReader,
} from '../../../src/agent/upgrade/upgradability.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { makeSigningKey } from '../../harness/signing-key.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';
import { installTiny } from './upgrading-host.ts';

const order = '/var/lib/satrap/upgrade/order.json';
const installed: InstallationFacts = {
  ...{ platform: 'linux-x64', isRelease: true, container: null, own: null, isReadOnly: false, order, keys: 1 },
  ...{ root: '/opt/satrap/versions/1.0.0', current: '/opt/satrap/versions/1.0.0', stateFault: null },
  watcherUnit: `[Path]\nPathExists=${order}\n`,
};

test.each<[string, Partial<InstallationFacts>, RegExp]>([
  ['a clone', { isRelease: false, current: null }, /runs from a clone/],
  ['a release in another place', { current: null }, /not installed by install\.sh/],
  ['a version that is not the current one any more', { current: '/opt/satrap/versions/1.1.0' }, /restart the agent/],
  ['a read-only disk', { isReadOnly: true }, /mounted read-only/],
  ['a release without a key', { keys: 0 }, /no release key/],
  ['a host without the units', { watcherUnit: null }, /upgrade units are not installed.*satrap agent install/],
  ['units for another data directory', { watcherUnit: 'PathExists=/srv/order.json' }, /does not watch/],
  ['a data directory that cannot be written', { stateFault: 'EACCES' }, /cannot write to its folder: EACCES/],
])('%s cannot, and says what to do', (_what, change, reason) => {
  expect(judgeInstallation({ ...installed, ...change })).toMatchObject({
    canUpgrade: false,
    reason: expect.stringMatching(reason),
    packaging: 'archive',
  });
});

const contained: ContainerFacts = {
  ...{ labels: {}, isAgentImage: true, removesItself: false, isDataKept: true },
  repositories: ['registry.example.com/satrap/agent'],
};
const inContainer = { ...installed, container: 'docker', own: contained, watcherUnit: null, keys: 0 } as const;

test('an agent in a container of Docker or a Compose project can be upgraded', () => {
  const own = { ...contained, labels: { 'com.docker.compose.project': 'satrap' } };
  for (const facts of [inContainer, { ...inContainer, own }])
    expect(judgeInstallation(facts)).toEqual({ canUpgrade: true, platform: 'linux-x64', packaging: 'image' });
});

test.each<[string, Partial<InstallationFacts>, RegExp]>([
  ['a pod', { container: 'kubernetes' }, /in its workload/],
  ['a container of Podman', { container: 'podman' }, /Podman container; pull the new image/],
  ['an image of a clone', { isRelease: false }, /not built from a release/],
  ['a container that has not been looked at', { own: null }, /not identified yet/],
  ['a container that cannot be found', { own: { fault: 'it is away' } }, /cannot identify.*it is away.*pull the/],
  ['a read-only data directory', { stateFault: 'EROFS' }, /cannot write to its folder: EROFS/],
])('%s cannot be upgraded from here, and says what to do', (_what, change, reason) => {
  const judged = judgeInstallation({ ...inContainer, ...change });
  expect(judged).toMatchObject({ canUpgrade: false, reason: expect.stringMatching(reason), packaging: 'image' });
  // The caller's text says that before it.
  expect(judged.reason).not.toMatch(/be upgraded/);
});

test.each<[string, Partial<ContainerFacts>, RegExp]>([
  ['a task of Swarm', { labels: { 'com.docker.swarm.service.id': 'x' } }, /docker service update --image/],
  ['a container of a pod', { labels: { 'io.kubernetes.pod.name': 'x' } }, /in its workload/],
  ['an allocation of Nomad', { labels: { 'com.hashicorp.nomad.alloc_id': 'x' } }, /in its job/],
  ['a task of ECS', { labels: { 'com.amazonaws.ecs.cluster': 'x' } }, /in its task definition/],
  ['an image of others', { isAgentImage: false }, /lacks the label io\.satrap\.program=agent/],
  ['a container that removes itself', { removesItself: true }, /--rm/],
  ['data in the container itself', { isDataKept: false }, /with a volume/],
  ['an image without a name', { repositories: [] }, /has no name/],
])('%s cannot be made anew from another image, and says what to do', (_what, change, reason) => {
  expect(containerObstacle({ ...contained, ...change })).toMatch(reason);
});

test.each([
  ['registry.example.com:5000/satrap/agent:1.2.0', 'registry.example.com:5000/satrap/agent'],
  ['registry.example.com/satrap/agent:1.2.0@sha256:aa', 'registry.example.com/satrap/agent'],
  [`sha256:${'a'.repeat(64)}`, null],
  ['a'.repeat(64), null],
  ['<none>:<none>', null],
])('the name of the image %s is %s', (reference, name) => expect(repositoryOf(reference)).toBe(name));

describe('what is found on a host', () => {
  let places: ReturnType<typeof installTiny>;
  beforeEach(() => {
    places = installTiny(scratchFolder('installation'), makeSigningKey());
  });
  const path = (name: string) => join(places.system, name);

  test('is enough for an upgrade, and is another version once the pointer flips', () => {
    const judged = () => judgeInstallation(gatherInstallation(places));
    expect(judged()).toEqual({ canUpgrade: true, platform: expect.any(String), packaging: 'archive' });
    mkdirSync(path('versions/1.1.0'));
    rmSync(path('current'));
    symlinkSync('versions/1.1.0', path('current'));
    expect(judged().reason).toContain('restart the agent');
  });

  test('is a container by the files of Docker and Podman, and a pod by its environment', () => {
    const container = (env = {}) => gatherInstallation({ ...places, env }).container;
    expect(container()).toBeNull();
    expect(container({ KUBERNETES_SERVICE_HOST: '10.0.0.1' })).toBe('kubernetes');
    writeFileSync(path('.dockerenv'), '');
    expect(container()).toBe('docker');
    mkdirSync(path('run'));
    writeFileSync(path('run/.containerenv'), '');
    expect(container()).toBe('podman');
    rmSync(path('run/.containerenv'));
    // A machine that is a container itself, with systemd as the agent's parent.
    expect(container({ INVOCATION_ID: '1' })).toBeNull();
  });

  test('is looked at once a minute, so that a heartbeat costs nothing', async () => {
    const clock = new VirtualClock(0);
    const upgradability = upgradabilityReader(places, clock, async () => null);
    expect(upgradability().canUpgrade).toBe(true);
    rmSync(places.unit);
    expect(upgradability().canUpgrade).toBe(true);
    await clock.passUntil(60_000);
    expect(upgradability().canUpgrade).toBe(false);
  });
});

test.each([
  ['/opt/satrap/versions/1.0.0', false],
  ['/usr/lib/satrap', true],
  ['/usrlocal', false],
  ['/srv/images/x', true],
])('the disk of %s is read-only: %s, whatever the mount of a sandbox says', (path, expected) => {
  const mountinfo = [
    '22 1 8:1 / / ro,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro',
    '23 22 8:2 / /usr ro,relatime shared:2 - erofs /dev/sda2 ro',
    '24 22 8:3 / /srv rw,relatime shared:3 master:1 - ext4 /dev/sda3 rw',
    '25 24 8:4 / /srv/images ro,relatime - squashfs /dev/loop0 ro,errors=continue',
  ].join('\n');
  expect(isOnReadOnlyDisk(path, mountinfo)).toBe(expected);
});
