import { expect, test } from 'vitest';
import type { DoctorFacts } from '../../../src/agent/doctor/facts.ts';
import { stopSeconds } from '../../../src/agent/doctor/gather-engine.ts';
import { judgeFacts } from '../../../src/agent/doctor/judge.ts';
import { findingLines } from '../../../src/cli/agent/doctor.ts';
import { chainDisk, controlPlane, engine, healthy } from './facts.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const disk = { path: '/data', device: 3, totalMiB: 1_000_000, freeMiB: 500_000, freeInodes: 100_000, kind: 'ext4' };

test('a healthy host has nothing to mend', () => {
  const findings = judgeFacts(healthy, now);
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect(findings.length).toBeGreaterThan(12);
});

test('two disks together have room for what was promised', () => {
  const chainDisks = [chainDisk(), chainDisk({ path: '/mnt/ssd', device: 9 })];
  const findings = judgeFacts({ ...healthy, chainDisks, allocatedDiskMiB: 3_000_000 }, now);
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
});

test('Podman needs no live-restore, and no service that waits for its nodes', () => {
  const podman = { ...engine, version: '4.3.1', isPodman: true, liveRestore: false };
  expect(
    judgeFacts({ ...healthy, engine: podman, engineStopSeconds: 90 }, now).filter(({ level }) => level !== 'ok'),
  ).toEqual([]);
});

const ownRestart = { container: 'agent', policy: 'unless-stopped' };

test.each<[string, Partial<DoctorFacts>]>([
  ['that is always started again', { ownRestart: { ...ownRestart, policy: 'always' } }],
  ['of an orchestrator, which starts it again itself', { ownRestart: { ...ownRestart, policy: 'no' } }],
  ['that Podman keeps', { ownRestart, engine: { ...engine, isPodman: true, liveRestore: false } }],
  ['that outlives its engine', { ownRestart }],
])('a container of the agent %s needs no other restart policy', (_which, change) => {
  const findings = judgeFacts({ ...healthy, ...change }, now).filter(({ check }) => check === 'restart policy');
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
});

test('a container of the agent that its engine leaves stopped once it was killed is found, with what mends it', () => {
  const found = judgeFacts({ ...healthy, ownRestart, engine: { ...engine, liveRestore: false } }, now);
  expect(found.find(({ check }) => check === 'restart policy')).toMatchObject({
    level: 'warning',
    remedy: expect.stringMatching(/^docker update --restart always agent /),
  });
});

test('an agent that is down because it is being switched is not to be started by hand', () => {
  const found = judgeFacts({ ...healthy, agent: null, upgrade: { from: '1.0.0', to: '1.1.0' } }, now);
  expect(found.filter(({ level }) => level !== 'ok')).toMatchObject([
    { check: 'upgrade', level: 'warning', remedy: expect.stringMatching(/^follow it/) },
  ]);
});

const faults: [string, Partial<DoctorFacts>, string, string, RegExp][] = [
  ['a wrong setting', { settingFaults: ['name: is empty'] }, 'settings', 'problem', /agent\.toml/],
  [
    'an engine that is down',
    { engine: { error: 'connect ECONNREFUSED' } },
    'engine',
    'problem',
    /systemctl start docker/,
  ],
  ['a socket of another group', { engine: { error: 'connect EACCES' } }, 'engine', 'problem', /usermod -aG docker/],
  ['an upgrade that cannot be read', { upgrade: { fault: 'x' } }, 'upgrade', 'warning', /remove the file/],
  ['an old engine', { engine: { ...engine, version: '19.03.1' } }, 'engine', 'warning', /docker\.io/],
  [
    'an engine with a warning',
    { engine: { ...engine, warnings: ['no swap limit'] } },
    'engine',
    'warning',
    /documentation/,
  ],
  ['limits that do not hold', { engine: { ...engine, cgroupDriver: 'none' } }, 'cgroup', 'problem', /cgroup 2/],
  [
    'limits that are done without',
    { engine: { ...engine, cgroupDriver: 'none' }, allowUnlimited: true },
    'cgroup',
    'warning',
    /cgroup 2/,
  ],
  ['an engine of another system', { engine: { ...engine, osType: 'windows' } }, 'engine', 'problem', /docker_socket/],
  [
    'a rootless engine on cgroup 1',
    { engine: { ...engine, isRootless: true, cgroupVersion: '1' } },
    'cgroup',
    'problem',
    /cgroup 2/,
  ],
  ['no live-restore', { engine: { ...engine, liveRestore: false } }, 'live-restore', 'warning', /daemon\.json/],
  ['an engine that may stop too soon', { engineStopSeconds: 90 }, 'stop time', 'warning', /TimeoutStopSec=660/],
  [
    'an unseen disk',
    { chainDisks: [{ path: '/data', disk: null, missingMount: null }] },
    'chain disk',
    'warning',
    /namei -l .*chmod o\+x/,
  ],
  ['a full disk', { chainDisks: [chainDisk({ ...disk, freeMiB: 100 })] }, 'chain disk', 'problem', /df -h \/data/],
  [
    'a full disk of a further data root',
    { chainDisks: [chainDisk(), chainDisk({ ...disk, path: '/mnt/ssd', freeMiB: 100 })] },
    'chain disk',
    'problem',
    /df -h \/mnt\/ssd/,
  ],
  [
    'a data root whose disk is not mounted',
    { chainDisks: [chainDisk(), { ...chainDisk({ path: '/mnt/ssd/chain' }), missingMount: '/mnt/ssd' }] },
    'chain disk',
    'problem',
    /^mount \/mnt\/ssd$/,
  ],
  ['more promised than there is', { allocatedDiskMiB: 3_000_000 }, 'allocated disk', 'warning', /delete a node/],
  [
    'more promised than two data roots of one disk have',
    { allocatedDiskMiB: 3_000_000, chainDisks: [chainDisk(), chainDisk({ path: '/srv/chain' })] },
    'allocated disk',
    'warning',
    /add disk space/,
  ],
  ['a disk of the network', { chainDisks: [chainDisk({ kind: 'nfs' })] }, 'chain disk', 'warning', /local disk/],
  ['no more inodes', { chainDisks: [chainDisk({ freeInodes: 5 })] }, 'inodes', 'problem', /df -i/],
  ['a full disk of the store', { storeDisk: { ...disk, freeMiB: 1, fsyncMs: 1 } }, 'store disk', 'problem', /df -h/],
  ['a slow disk', { storeDisk: { ...disk, fsyncMs: 120 } }, 'fsync', 'warning', /faster disk/],
  ['little memory', { memory: { totalMiB: 1000, availableMiB: 90, swapMiB: 0 } }, 'memory', 'warning', /free -h/],
  [
    'a version without an image',
    { images: [...healthy.images, { version: '27.0', image: 'example/bitcoin:27.0', fault: 'no such host' }] },
    'images',
    'warning',
    /^docker pull example\/bitcoin:27\.0, or docker load .*\[images\.bitcoind\]/,
  ],
  [
    'a certificate only for root',
    { unreadableFiles: ['/root/ca.pem'] },
    'settings',
    'problem',
    /-m 644 \/root\/ca.pem/,
  ],
  ['few open files', { openFiles: 256 }, 'open files', 'warning', /LimitNOFILE/],
  ['a taken port', { takenPorts: [8332] }, 'ports', 'warning', /sport = :8332/],
  ['a unit of another version', { staleUnits: ['satrap-agent.service'] }, 'units', 'warning', /^satrap agent install/],
  ['a node of another executor', { foreignObjects: ['satrap-1'] }, 'other nodes', 'warning', /^keep them/],
  [
    'an unknown name',
    { controlPlane: { ...controlPlane, addresses: [] } },
    'name',
    'problem',
    /getent hosts satrap\.ex/,
  ],
  [
    'a certificate of one’s own',
    { controlPlane: { ...controlPlane, error: 'self-signed certificate' } },
    'control plane',
    'problem',
    /ca_file/,
  ],
  [
    'a key that was revoked',
    { controlPlane: { ...controlPlane, key: { refusal: 'The API key was revoked.' } } },
    'key',
    'problem',
    /satrap hosts token/,
  ],
  [
    'the key of a person',
    { controlPlane: { ...controlPlane, key: { purpose: 'personal' } } },
    'key',
    'problem',
    /satrap hosts token/,
  ],
  ['a clock ahead', { controlPlane: { ...controlPlane, clockAheadSeconds: 61 } }, 'clock', 'warning', /timedatectl/],
  ['a clock behind', { controlPlane: { ...controlPlane, clockAheadSeconds: -61 } }, 'clock', 'warning', /timedatectl/],
  [
    'a certificate that ends',
    { controlPlane: { ...controlPlane, certificateEndsAt: '2026-01-05T00:00:00Z' } },
    'certificate',
    'warning',
    /notify the operator/,
  ],
  ['no agent', { agent: null }, 'agent', 'warning', /systemctl start satrap-agent/],
  [
    'a heartbeat that fails',
    { agent: { version: '1', lastSyncError: 'no', keyRotateAt: null, keyWarning: null } },
    'agent',
    'problem',
    /agent status/,
  ],
  [
    'a key that cannot be rotated',
    { agent: { version: '1', lastSyncError: null, keyRotateAt: null, keyWarning: 'no file' } },
    'key expiry',
    'warning',
    /join/,
  ],
];

test.each(faults)('%s is found, with what mends it', (_what, changed, check, level, remedy) => {
  const found = judgeFacts({ ...healthy, ...changed }, now).filter((finding) => finding.level !== 'ok');
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ check, level, remedy: expect.stringMatching(remedy) });
});

test('the lines for people end with what needs attention, each with its remedy', () => {
  const lines = findingLines(judgeFacts({ ...healthy, openFiles: 1, engine: { error: 'no' } }, now));
  expect(lines.slice(-4).map((line) => line.slice(0, 4))).toEqual(['! op', '    ', '✗ en', '    ']);
});

test.each([
  ['1min 30s', 90],
  ['11min', 660],
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
  const found = judgeFacts(
    { ...healthy, configPath, settingFaults: ['name: x'], images, controlPlane: unknownCa },
    now,
  );
  const remedies = ['settings', 'images', 'control plane'].map((of) => found.find(({ check }) => check === of)?.remedy);
  expect(remedies).toEqual(Array(3).fill(expect.stringContaining(configPath)));
});

test('versions whose images have the same fault are reported together', () => {
  const images = ['27.0', '28.0'].map((version) => ({ version, image: `a/b:${version}`, fault: 'no such host' }));
  expect(judgeFacts({ ...healthy, images }, now).find(({ check }) => check === 'images')?.message).toBe(
    'no bitcoind version is available; no image for 27.0 (a/b:27.0), 28.0 (a/b:28.0): no such host',
  );
});

test('nothing is said of a key before the control plane has reported when it expires', () => {
  const agent = { version: '1', lastSyncError: null, keyRotateAt: undefined, keyWarning: null };
  const checks = judgeFacts({ ...healthy, agent }, now).map(({ check }) => check);
  expect(checks).not.toContain('key expiry');
  expect(checks).toContain('agent');
});
