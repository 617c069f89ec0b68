import { counted } from '../../text/counted.ts';
import { describeMissingMount } from '../host/missing-mount.ts';
import { type ChainDiskFacts, type DiskFacts, type DoctorFacts, type Finding, ok, problem, warning } from './facts.ts';

const gibibyte = 1024;
const inGiB = (mebibytes: number): string => `${(mebibytes / gibibyte).toFixed(1)} GiB`;
const slowFsyncMs = 50;
const networkDisks = ['nfs', 'cifs', 'smb2', 'fuse'];

export function judgeHost(facts: DoctorFacts): Finding[] {
  return [
    ...judgeChainDisks(facts),
    ...(facts.storeDisk === null ? [] : judgeStoreDisk(facts.storeDisk)),
    judgeMemory(facts.memory),
    judgeFiles(facts.openFiles),
    judgePorts(facts.takenPorts),
    ...judgeUnits(facts.staleUnits),
    judgeForeignNodes(facts.foreignObjects),
  ];
}

function judgeChainDisks({ chainDisks, promisedDiskMiB }: DoctorFacts): Finding[] {
  const found = chainDisks.flatMap(judgeChainDisk);
  const disks = chainDisks.flatMap(({ disk }) => disk ?? []);
  // Of a disk that is not seen, nobody knows how much it has.
  if (promisedDiskMiB === null || disks.length < chainDisks.length) return found;
  const totalMiB = [...new Map(disks.map(({ device, totalMiB: size }) => [device, size])).values()].reduce(
    (sum, size) => sum + size,
    0,
  );
  if (totalMiB >= promisedDiskMiB) return found;
  return [
    ...found,
    warning(
      'promised disk',
      `nodes were promised ${inGiB(promisedDiskMiB)}, and there are ${inGiB(totalMiB)}`,
      'df -h; add room, or delete a node',
    ),
  ];
}

function judgeChainDisk({ path, disk, missingMount }: ChainDiskFacts): Finding[] {
  if (path !== null && missingMount !== null)
    return [problem('chain disk', describeMissingMount(path, missingMount), `mount ${missingMount}`)];
  if (disk === null)
    return [
      warning(
        'chain disk',
        `the agent’s user cannot see the disk of the chain data${path === null ? '' : ` at ${path}`}, so its capacity is unknown and no daemon is stopped before it is full`,
        path === null
          ? 'start the engine, or name its socket with docker_socket'
          : `namei -l ${path} shows the folder in the way: chmod o+x FOLDER; in a container, mount the folder of the volumes read-only`,
      ),
    ];
  const { freeMiB, totalMiB, kind } = disk;
  const room = `${inGiB(freeMiB)} of ${inGiB(totalMiB)} free at ${disk.path} (${kind})`;
  return [
    freeMiB < gibibyte
      ? problem('chain disk', room, `df -h ${disk.path}; make room, or move the engine's data`)
      : ok('chain disk', room),
    ...(networkDisks.some((name) => kind.startsWith(name))
      ? [
          warning(
            'chain disk',
            `${kind} is a disk of the network, on which bitcoind is slow and may lose data`,
            'use a local disk',
          ),
        ]
      : []),
    ...judgeInodes(disk),
  ];
}

const judgeInodes = ({ path, freeInodes }: DiskFacts): Finding[] =>
  freeInodes !== null && freeInodes < 10_000
    ? [
        problem(
          'inodes',
          `only ${counted(freeInodes, 'file')} more can be made at ${path}`,
          `df -i ${path}; remove small files there`,
        ),
      ]
    : [];

function judgeStoreDisk({ fsyncMs, ...disk }: NonNullable<DoctorFacts['storeDisk']>): Finding[] {
  const room = `${inGiB(disk.freeMiB)} free at ${disk.path} (${disk.kind})`;
  return [
    disk.freeMiB < 256 ? problem('store disk', room, `df -h ${disk.path}; make room there`) : ok('store disk', room),
    ...judgeInodes(disk),
    ...(fsyncMs === null ? [] : [judgeFsync(fsyncMs)]),
  ];
}

const judgeFsync = (fsyncMs: number): Finding =>
  fsyncMs > slowFsyncMs
    ? warning(
        'fsync',
        `the disk takes ${fsyncMs.toFixed(0)} ms to sync`,
        'use a faster disk, or see what else writes: iotop',
      )
    : ok('fsync', `${fsyncMs.toFixed(1)} ms`);

function judgeMemory({ totalMiB, availableMiB, swapMiB }: DoctorFacts['memory']): Finding {
  const room = `${inGiB(availableMiB)} of ${inGiB(totalMiB)} available, ${inGiB(swapMiB)} of swap`;
  return availableMiB < 512
    ? warning('memory', room, 'free -h; stop other programs, or give nodes less with satrap nodes update')
    : ok('memory', room);
}

const judgeFiles = (openFiles: number): Finding =>
  openFiles < 1024
    ? warning('open files', `a process may open only ${openFiles} files`, 'raise LimitNOFILE of the unit, or ulimit -n')
    : ok('open files', `${openFiles} per process`);

const judgePorts = (taken: readonly number[]): Finding =>
  taken.length === 0
    ? ok('ports', 'the default ports of the offered networks are free or a node’s')
    : warning(
        'ports',
        `another program has the default ports ${taken.join(', ')}, so nodes get others`,
        `ss -ltnp 'sport = :${taken[0]}'`,
      );

function judgeUnits(stale: readonly string[] | null): Finding[] {
  if (stale === null) return [];
  if (stale.length === 0) return [ok('units', 'are as this version writes them')];
  return [
    warning(
      'units',
      `${stale.join(', ')}: of another version, or changed by hand`,
      'satrap agent install, as root (changes of your own are kept where systemctl edit puts them)',
    ),
  ];
}

const judgeForeignNodes = (names: readonly string[]): Finding =>
  names.length === 0
    ? ok('other nodes', 'no node of another executor is here')
    : warning(
        'other nodes',
        `containers and volumes of another executor, or of this host before it was set up again: ${names.join(', ')}`,
        'keep them, they may hold chain data; the agent takes over the nodes of the executor that this host joins as, and leaves all others untouched; where the control plane and this agent have both lost their databases, join with a recovery token and --executor-id',
      );
