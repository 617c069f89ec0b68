import { describe, expect, test } from 'vitest';
import type { DoctorFacts } from '../../../src/agent/doctor/facts.ts';
import { stopSeconds } from '../../../src/agent/doctor/gather.ts';
import { judgeFacts, judgeVersionFacts } from '../../../src/agent/doctor/judge.ts';
import { shippedTable } from '../../../src/bitcoin/clients/lifecycle.ts';
import { findingLines } from '../../../src/cli/findings.ts';
import { chainDisk, controlPlane, engine, healthy } from './facts.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const disk = { path: '/data', device: 3, totalMiB: 1_000_000, freeMiB: 500_000, freeInodes: 100_000, kind: 'ext4' };
const twoDisks = [chainDisk(), chainDisk({ path: '/mnt/ssd', device: 9 })];
/** A change of the facts about the engine, the control plane or the agent. */
const withEngine = (change: object) => ({ engine: { ...engine, ...change } });
const withControlPlane = (change: object) => ({ controlPlane: { ...controlPlane, ...change } });
const withAgent = (lastSync: object, key = {}) => {
  const { agent } = healthy;
  return { agent: agent && { ...agent, lastSync: { ...agent.lastSync, ...lastSync }, key: { ...agent.key, ...key } } };
};

const ownRestart = { container: 'agent', policy: 'unless-stopped' };
const frail = { ...engine, liveRestore: false };
const podman = { ...frail, version: '4.3.1', isPodman: true };

/** The findings that are not ok, of a check. */
const toMend = (facts: Partial<DoctorFacts>, of?: string) =>
  judgeFacts({ ...healthy, ...facts }, now).filter(
    ({ level, check }) => level !== 'ok' && (of === undefined || of === check),
  );

test.each<[string, Partial<DoctorFacts>]>([
  ['a healthy host', {}],
  ['two disks that together have room for what was promised', { chainDisks: twoDisks, allocatedDiskMiB: 3_000_000 }],
  ['Podman, without live-restore or a service that waits for its nodes', { engine: podman, engineStopSeconds: 90 }],
  ['a container that Podman keeps', { ownRestart, engine: podman }],
  ['an engine that said nothing of its network', { hasDefaultNetwork: undefined }],
  ['a container that outlives its engine', { ownRestart }],
  ['nothing yet of a key whose expiry is unknown', withAgent({ succeededAt: null })],
])('there is nothing to mend: %s', (_what, facts) => {
  expect(toMend(facts)).toEqual([]);
});

test('events that a proxy holds back are found, with the setting of the proxy', () => {
  const agent = healthy.agent && { ...healthy.agent, areEventsHeldBack: true };
  expect(toMend({ agent })).toEqual([
    expect.objectContaining({
      level: 'warning',
      check: 'events',
      remedy: expect.stringContaining('proxy_buffering off'),
    }),
  ]);
});

test('finds an agent’s container that its engine does not restart after a kill', () => {
  const policy = (ofAgent: string) => toMend({ engine: frail, ownRestart: { ...ownRestart, policy: ofAgent } });
  expect(policy('unless-stopped').find(({ check }) => check === 'restart policy')).toMatchObject({
    level: 'warning',
    remedy: expect.stringMatching(/^docker update --restart always agent /),
  });
  // An orchestrator starts it again itself.
  for (const other of ['always', 'no']) expect(policy(other).map(({ check }) => check)).toEqual(['live-restore']);
});

test('an agent that is down because it is being switched is not to be started by hand', () => {
  expect(toMend({ agent: null, upgrade: { from: '1.0.0', to: '1.1.0' } })).toMatchObject([
    { check: 'upgrade', level: 'warning', remedy: expect.stringMatching(/^follow it/) },
  ]);
});

const asPostgres = { user: '101:101', owners: ['user postgres', 'group _ssh'] };

test('a user of daemons that is an account of the host is found, with the nodes', () => {
  const setting = { user: '60833:60833', isSetting: true, nodes: [], owners: [] };
  expect(toMend({ nodeUsers: [setting, { ...asPostgres, isSetting: false, nodes: ['one', 'two'] }] })).toEqual([
    {
      ...{ check: 'node user', level: 'warning' },
      message: expect.stringMatching(/^101:101, the user of one, two, is also that of user postgres, group _ssh,/),
      remedy: expect.stringMatching(/^for existing data: .*chown -hR 60833:60833 /),
    },
  ]);
});

test('a setting that names an account of the host is found, with an unused user', () => {
  const [found] = toMend({ nodeUsers: [{ ...asPostgres, isSetting: true, nodes: [] }] });
  expect(found?.remedy).toMatch(/^set node_user = "60833:60833" in \/etc\/satrap\/agent\.toml/);
});

test('the owner of data on Podman is changed while it is kept without a node', () => {
  const [found] = toMend({ engine: podman, nodeUsers: [{ ...asPostgres, isSetting: false, nodes: ['one'] }] });
  expect(found?.remedy).toMatch(/ nodes delete NODE, .*\(podman volume inspect satrap-ID\), .* --adopt ID /);
});

describe('the user of new nodes on a rootless engine', () => {
  const rootless = { ...podman, cgroupVersion: '2', isRootless: true, mapsUsers: true };
  const withIds = (users: number, groups: number, more: Partial<DoctorFacts> = {}) => ({
    ...{ engine: rootless, nodeUsers: [], ...more },
    mappedUser: { user: '60833:60833', place: null, ids: { user: 'op', users, groups, nextFrom: 165_536 } },
  });

  test('is one of the ids that a user has by default', () => {
    expect(toMend(withIds(65_536, 65_536))).toEqual([]);
    expect(toMend({ ...withIds(0, 0), mappedUser: { user: '60833:60833', place: null, ids: null } })).toEqual([]);
  });

  test('is shown with the place that sets it', () => {
    const messageOf = (place: string | null) => {
      const { mappedUser, ...facts } = withIds(65_536, 65_536);
      const found = judgeFacts({ ...healthy, ...facts, mappedUser: { ...mappedUser, place } }, now);
      return found.find(({ check }) => check === 'node user')?.message;
    };
    expect(messageOf(null)).toMatch(/^60833:60833, the user of new nodes \(the default\), is one of the 65536 ids /);
    expect(messageOf('node_user in /etc/satrap/agent.toml')).toContain('(node_user in /etc/satrap/agent.toml)');
  });

  test('is a problem beyond the ids of the engine’s user, with ways to solve it', () => {
    const remedy =
      'usermod --add-subuids 165536-231071 --add-subgids 165536-231071 op, as root, then as op: podman system migrate';
    expect(toMend(withIds(60_832, 65_536))).toEqual([
      {
        ...{ check: 'node user', level: 'problem' },
        message: expect.stringMatching(/^60833:60833, .* is beyond the 60832 subordinate ids of user op /),
        remedy: `${remedy}; or set node_user = "60832:60832" in /etc/satrap/agent.toml`,
      },
    ]);
    expect(toMend(withIds(65_536, 0))[0]?.remedy).toBe(remedy);
    const onDocker = withIds(0, 0, { engine: { ...rootless, isPodman: false, liveRestore: true } });
    expect(toMend(onDocker, 'node user')[0]?.remedy).toMatch(/systemctl --user restart docker$/);
  });
});

const withDisks = (...chainDisks: DoctorFacts['chainDisks']) => ({ chainDisks });
const [unseen, ssd] = [{ path: '/data', disk: null, missingMount: null }, '/mnt/ssd'];
const unmounted = { ...chainDisk({ path: '/mnt/ssd/chain' }), missingMount: ssd };
const unlimited = withEngine({ cgroupDriver: 'none' });
const imageless = { version: '27.0', image: 'example/bitcoin:27.0', fault: 'no such host' };
const pulling = /^docker pull example\/bitcoin:27\.0, or docker load .*\[images\.bitcoind\]/;
const full = 3_000_000;
const certificateEnds = withControlPlane({ certificateEndsAt: '2026-01-05' });
const fullOther = withDisks(chainDisk(), chainDisk({ ...disk, path: ssd, freeMiB: 100 }));
const oneDisk = { allocatedDiskMiB: full, ...withDisks(chainDisk(), chainDisk({ path: '/srv/chain' })) };

test.each<[what: string, Partial<DoctorFacts>, check: string, remedy: RegExp]>([
  ['a wrong setting', { settingFaults: ['name: is empty'] }, 'settings!', /agent\.toml/],
  ['an engine that is down', { engine: { error: 'connect ECONNREFUSED' } }, 'engine!', /systemctl start docker/],
  ['a socket of another group', { engine: { error: 'connect EACCES' } }, 'engine!', /usermod -aG docker/],
  ['an upgrade that cannot be read', { upgrade: { fault: 'x' } }, 'upgrade', /remove the file/],
  ['an old engine', withEngine({ version: '19.03.1' }), 'engine', /docker\.io/],
  ['an engine with a warning', withEngine({ warnings: ['no swap limit'] }), 'engine', /documentation/],
  ['limits that do not hold', unlimited, 'cgroup!', /cgroup 2/],
  ['limits that are done without', { ...unlimited, allowUnlimited: true }, 'cgroup', /cgroup 2/],
  ['an engine of another system', withEngine({ osType: 'windows' }), 'engine!', /docker_socket/],
  ['a kernel without a controller', withEngine({ unlimited: ['memory'] }), 'cgroup!', /cgroup_enable=memory/],
  ['a rootless engine on cgroup 1', withEngine({ isRootless: true, cgroupVersion: '1' }), 'cgroup!', /cgroup 2/],
  ['an engine without a network', { hasDefaultNetwork: false }, 'network!', /"bridge": "none"/],
  ['flushed rules', { firewall: { lost: ['FORWARD'] } }, 'firewall!', /systemctl restart docker/],
  ['no live-restore', withEngine({ liveRestore: false }), 'live-restore', /daemon\.json/],
  ['an engine that may stop too soon', { engineStopSeconds: 90 }, 'stop time', /TimeoutStopSec=660/],
  ['an unseen disk', withDisks(unseen), 'chain disk', /namei -l .*chmod o\+x/],
  ['a full disk', withDisks(chainDisk({ ...disk, freeMiB: 100 })), 'chain disk!', /df -h \/data/],
  ['a full disk of a further data root', fullOther, 'chain disk!', /df -h \/mnt\/ssd/],
  ['a data root whose disk is not mounted', withDisks(chainDisk(), unmounted), 'chain disk!', /^mount \/mnt\/ssd$/],
  ['more promised than there is', { allocatedDiskMiB: full }, 'allocated disk', /delete a node/],
  ['more promised than two data roots of one disk have', oneDisk, 'allocated disk', /add disk space/],
  ['a disk of the network', withDisks(chainDisk({ kind: 'nfs' })), 'chain disk', /local disk/],
  ['no more inodes', withDisks(chainDisk({ freeInodes: 5 })), 'inodes!', /df -i/],
  ['a full disk of the store', { storeDisk: { ...disk, freeMiB: 1, fsyncMs: 1 } }, 'store disk!', /df -h/],
  ['a slow disk', { storeDisk: { ...disk, fsyncMs: 120 } }, 'fsync', /faster disk/],
  ['little memory', { memory: { totalMiB: 1000, availableMiB: 90, swapMiB: 0 } }, 'memory', /free -h/],
  ['a version without an image', { images: [...healthy.images, imageless] }, 'images', pulling],
  ['a certificate only for root', { unreadableFiles: ['/root/ca.pem'] }, 'settings!', /-m 644 \/root\/ca.pem/],
  ['one in a closed folder', { unreadableFiles: ['/etc/satrap/ca.pem'] }, 'settings!', /chmod 755 \/etc\/satrap, and/],
  [
    'an engine that can give containers few open files',
    { openFiles: { engine: { limit: 256, mayRaise: false }, nodes: [] } },
    ...(['open files!', /LimitNOFILE/] as const),
  ],
  [
    'a daemon with few open files',
    { openFiles: { engine: null, nodes: [{ name: 'one', limit: 300, required: 410 }] } },
    ...(['open files', /change a setting/] as const),
  ],
  ['a taken port', { takenPorts: [8332] }, 'ports', /sport = :8332/],
  ['a unit of another version', { staleUnits: ['satrap-agent.service'] }, 'units', /^satrap agent install/],
  ['a node of another executor', { foreignObjects: ['satrap-1'] }, 'other nodes', /^keep them/],
  ['an unknown name', withControlPlane({ addresses: [] }), 'name!', /getent hosts satrap\.ex/],
  ['a certificate of one’s own', withControlPlane({ error: 'self-signed certificate' }), 'control plane!', /ca_file/],
  ['a clock behind', withControlPlane({ clockAheadSeconds: -61 }), 'clock', /timedatectl/],
  ['a certificate that ends', certificateEnds, 'certificate', /notify the operator/],
  ['no agent', { agent: null }, 'agent', /systemctl start satrap-agent/],
  ['a heartbeat that fails', withAgent({ error: 'no' }), 'agent!', /agent status/],
  ['a key that cannot be rotated', withAgent({}, { warning: 'no file' }), 'key expiry', /join/],
])('%s is found, with what mends it', (_what, changed, named, remedy) => {
  // A problem rather than a warning.
  const isProblem = named.endsWith('!');
  const check = isProblem ? named.slice(0, -1) : named;
  const found = toMend(changed);
  expect(found).toHaveLength(1);
  const level = isProblem ? 'problem' : 'warning';
  expect(found[0]).toMatchObject({ check, level, remedy: expect.stringMatching(remedy) });
});

test('the lines end with what needs attention, each with its remedy', () => {
  const foreignObjects = ['satrap-1 (executor a)', 'satrap-2 (executor b)'];
  const lines = findingLines(judgeFacts({ ...healthy, foreignObjects, engine: { error: 'no' } }, now));
  expect(lines.at(-6)).toMatch(/^! other nodes: [^()]*:$/);
  expect(lines.slice(-5, -3)).toEqual(foreignObjects.map((name) => `      ${name}`));
  expect(lines.slice(-3).map((line) => line.slice(0, 5))).toEqual(['    k', '✗ eng', '    j']);
});

test.each([
  ['1min 30s', 90],
  ['1h 500ms', 3600.5],
  ['infinity', Number.POSITIVE_INFINITY],
  ['', null],
])('a time of systemd is read: %s', (text, seconds) => {
  expect(stopSeconds(text)).toBe(seconds);
});

test('advice names the configuration file that was given', () => {
  const configPath = '/srv/other.toml';
  const images = [{ version: '27.0', image: 'a/b:27.0', fault: 'no such host' }];
  const unknownCa = { ...controlPlane, error: 'self-signed certificate' };
  const facts = { configPath, settingFaults: ['name: x'], images, controlPlane: unknownCa };
  const remedies = ['settings', 'images', 'control plane'].map((check) => toMend(facts, check)[0]?.remedy);
  expect(remedies).toEqual(Array(3).fill(expect.stringContaining(configPath)));
});

test('versions whose images have the same fault are reported together', () => {
  const images = ['27.0', '28.0'].map((version) => ({ version, image: `a/b:${version}`, fault: 'no such host' }));
  expect(toMend({ images })[0]?.message).toBe(
    'no bitcoind version is available; no image for 27.0 (a/b:27.0), 28.0 (a/b:28.0): no such host',
  );
});

test('facts about client versions that are 61 days old are a warning', () => {
  const table = { ...shippedTable, issued: '2026-11-23' };
  expect(judgeVersionFacts(table, Date.parse('2027-01-23T12:00:00Z'))).toMatchObject({
    level: 'warning',
    check: 'client versions',
    message: expect.stringContaining('61 days old'),
  });
});
