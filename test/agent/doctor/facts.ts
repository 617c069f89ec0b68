import type { DoctorFacts } from '../../../src/agent/doctor/facts.ts';
import type { ChainDiskFacts, DiskFacts } from '../../../src/agent/doctor/gather-host.ts';
import type { EngineFacts } from '../../../src/agent/runtime/host-runtime.ts';

export const engine: EngineFacts = {
  unlimited: [],
  ...{ version: '26.1.5', storageDriver: 'overlay2', cgroupVersion: '2', cgroupDriver: 'systemd', liveRestore: true },
  ...{
    isRootless: false,
    isPodman: false,
    mapsUsers: false,
    osType: 'linux',
    rootDir: '/var/lib/docker',
    warnings: [],
  },
};

export const controlPlane = {
  url: 'https://satrap.example.com/graphql',
  addresses: ['192.0.2.1'],
  error: null,
  key: { purpose: 'executor' },
  clockAheadSeconds: 0.3,
  certificateEndsAt: '2026-06-01T00:00:00.000Z',
};

/** A data root with plenty of free space. */
export function chainDisk(change: Partial<DiskFacts> = {}): ChainDiskFacts {
  const path = change.path ?? '/var/lib/docker';
  const disk = { path, device: 1, totalMiB: 2_000_000, freeMiB: 900_000, freeInodes: 1_000_000, kind: 'ext4' };
  return { path, disk: { ...disk, ...change }, missingMount: null };
}

/** A healthy host at the beginning of 2026. */
export const healthy: DoctorFacts = {
  configPath: '/etc/satrap/agent.toml',
  settingFaults: [],
  engine,
  images: [{ version: 'bitcoind 28.1', image: 'bitcoin/bitcoin:28.1', fault: null }],
  allowUnlimited: false,
  engineStopSeconds: 700,
  ownRestart: null,
  hasDefaultNetwork: true,
  firewall: { lost: [] },
  nodeStopSeconds: 600,
  nodeUsers: [{ user: '60833:60833', isSetting: true, nodes: ['one'], owners: [] }],
  mappedUser: null,
  chainDisks: [chainDisk()],
  allocatedDiskMiB: 800_000,
  storeDisk: {
    ...{ path: '/var/lib/satrap', device: 2, totalMiB: 9000, freeMiB: 5000, freeInodes: 100_000 },
    ...{ kind: 'ext4', fsyncMs: 2 },
  },
  memory: { totalMiB: 16_000, availableMiB: 9000, swapMiB: 0 },
  unreadableFiles: [],
  openFiles: { engine: { limit: 524_288, mayRaise: true }, nodes: [] },
  takenPorts: [],
  controlPlane,
  proxy: null,
  agent: {
    version: '1.0.0',
    lastSync: { at: '2026-01-01T00:00:00.000Z', succeededAt: '2026-01-01T00:00:00.000Z', error: null },
    key: { rotateAt: null, expiresAt: null, warning: null },
    areEventsHeldBack: false,
  },
  upgrade: null,
  staleUnits: [],
  foreignObjects: [],
};
