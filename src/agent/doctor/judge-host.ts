import { type Finding, type Judged, ok, problem, warning } from '../../contract/finding.ts';
import { counted } from '../../text/counted.ts';
import { describeMissingMount } from '../host/missing-mount.ts';
import type { DoctorFacts } from './facts.ts';
import type { ChainDiskFacts, DiskFacts } from './gather-host.ts';
import { judgeNodeUsers } from './judge-node-users.ts';
import { judgeOpenFiles } from './open-files.ts';

const gibibyte = 1024;
const inGiB = (mebibytes: number): string => `${(mebibytes / gibibyte).toFixed(1)} GiB`;
const slowFsyncMs = 50;
const networkDisks = ['nfs', 'cifs', 'smb2', 'fuse'];

export function judgeHost(facts: DoctorFacts): Judged[] {
  return [
    ...judgeChainDisks(facts),
    ...(facts.storeDisk === null ? [] : judgeStoreDisk(facts.storeDisk)),
    judgeMemory(facts.memory),
    ...judgeOpenFiles(facts.openFiles),
    judgePorts(facts.takenPorts),
    judgeUnits(facts.staleUnits),
    judgeForeignNodes(facts.foreignObjects),
    ...judgeNodeUsers(facts),
  ];
}

function judgeChainDisks({ chainDisks, allocatedDiskMiB }: DoctorFacts): Judged[] {
  const found = chainDisks.flatMap(judgeChainDisk);
  const disks = chainDisks.flatMap(({ disk }) => disk ?? []);
  // The size of an inaccessible disk is unknown.
  if (allocatedDiskMiB === null || disks.length < chainDisks.length) return found;
  const totalMiB = [...new Map(disks.map(({ device, totalMiB: size }) => [device, size])).values()].reduce(
    (sum, size) => sum + size,
    0,
  );
  if (totalMiB >= allocatedDiskMiB) return found;
  return [
    ...found,
    warning(
      'allocated disk',
      `${inGiB(allocatedDiskMiB)} allocated to nodes, but the disks have ${inGiB(totalMiB)}`,
      'df -h; add disk space, or delete a node',
    ),
  ];
}

function judgeChainDisk({ path, disk, missingMount }: ChainDiskFacts): Judged[] {
  if (path !== null && missingMount !== null)
    return [problem('chain disk', describeMissingMount(path, missingMount), `mount ${missingMount}`)];
  if (disk === null)
    return [
      warning(
        'chain disk',
        `the agent’s user cannot see the chain data disk${path === null ? '' : ` at ${path}`}, so it cannot report its capacity or stop daemons before it is full`,
        path === null
          ? 'start the engine, or set docker_socket'
          : `find the folder without permission with namei -l ${path}, then chmod o+x FOLDER; in a container, mount the volumes folder read-only`,
      ),
    ];
  const { freeMiB, totalMiB, kind } = disk;
  const space = `${inGiB(freeMiB)} of ${inGiB(totalMiB)} free at ${disk.path} (${kind})`;
  return [
    freeMiB < gibibyte
      ? problem('chain disk', space, `df -h ${disk.path}; free space, or move the engine's data`)
      : ok('chain disk', space),
    networkDisks.some((name) => kind.startsWith(name))
      ? warning(
          'chain disk',
          `${kind} is a network file system, on which bitcoind is slow and may lose data`,
          'use a local disk',
        )
      : null,
    judgeInodes(disk),
  ];
}

const judgeInodes = ({ path, freeInodes }: DiskFacts): Judged =>
  freeInodes !== null && freeInodes < 10_000
    ? problem('inodes', `only ${counted(freeInodes, 'inode')} left at ${path}`, `df -i ${path}; delete small files`)
    : null;

function judgeStoreDisk({ fsyncMs, ...disk }: NonNullable<DoctorFacts['storeDisk']>): Judged[] {
  const space = `${inGiB(disk.freeMiB)} free at ${disk.path} (${disk.kind})`;
  return [
    disk.freeMiB < 256 ? problem('store disk', space, `df -h ${disk.path}; free space`) : ok('store disk', space),
    judgeInodes(disk),
    fsyncMs === null ? null : judgeFsync(fsyncMs),
  ];
}

const judgeFsync = (fsyncMs: number): Finding =>
  fsyncMs > slowFsyncMs
    ? warning('fsync', `a sync takes ${fsyncMs.toFixed(0)} ms`, 'use a faster disk, or find other writers with iotop')
    : ok('fsync', `${fsyncMs.toFixed(1)} ms`);

function judgeMemory({ totalMiB, availableMiB, swapMiB }: DoctorFacts['memory']): Finding {
  const space = `${inGiB(availableMiB)} of ${inGiB(totalMiB)} available, ${inGiB(swapMiB)} swap`;
  return availableMiB < 512
    ? warning('memory', space, 'free -h; stop other programs, or reduce node memory with satrap nodes update')
    : ok('memory', space);
}

const judgePorts = (taken: readonly number[]): Finding =>
  taken.length === 0
    ? ok('ports', 'default ports of the offered networks are free or used by nodes')
    : warning(
        'ports',
        `another program uses the default ports ${taken.join(', ')}, so nodes get other ports`,
        `ss -ltnp 'sport = :${taken[0]}'`,
      );

function judgeUnits(stale: readonly string[] | null): Judged {
  if (stale === null) return null;
  if (stale.length === 0) return ok('units', 'up to date');
  const remedy = 'satrap agent install, as root (changes made with systemctl edit are kept)';
  return warning('units', `${stale.join(', ')}: from another version, or edited`, remedy);
}

const judgeForeignNodes = (names: readonly string[]): Finding =>
  names.length === 0
    ? ok('other nodes', 'no nodes of another executor')
    : warning(
        'other nodes',
        ['containers and volumes of another executor, or of a previous installation on this host:', ...names].join(
          '\n',
        ),
        'keep them, they may hold chain data; the agent takes over the nodes of the executor that this host joins as and leaves all others untouched; if both the control plane and this agent lost their databases, join with a recovery token and --executor-id',
      );
