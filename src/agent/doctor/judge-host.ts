import type { DiskFacts, DoctorFacts } from './facts.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const gibibyte = 1024;
const inGiB = (mebibytes: number): string => `${(mebibytes / gibibyte).toFixed(1)} GiB`;
/** A spinning disk syncs within 30 ms; above this, every event and every block waits. */
const slowFsyncMs = 50;
const networkDisks = ['nfs', 'cifs', 'smb2', 'fuse'];

/** Judges disks, memory, files and ports of a host. Pure. */
export function judgeHost(facts: DoctorFacts): Finding[] {
  return [
    ...judgeChainDisk(facts),
    ...(facts.storeDisk === null ? [] : judgeStoreDisk(facts.storeDisk)),
    judgeMemory(facts.memory),
    judgeFiles(facts.openFiles),
    judgePorts(facts.takenPorts),
    judgeLeftovers(facts.leftovers),
  ];
}

function judgeChainDisk({ chainDisk, promisedDiskMiB }: DoctorFacts): Finding[] {
  if (chainDisk === null)
    return [
      warning(
        'chain disk',
        'this user does not see the disk of the chain data, so nothing is known of its room',
        'run this command as root; in a container, mount the folder of the volumes read-only',
      ),
    ];
  const { path, freeMiB, totalMiB, kind } = chainDisk;
  const room = `${inGiB(freeMiB)} of ${inGiB(totalMiB)} free at ${path} (${kind})`;
  const found: Finding[] = [];
  if (freeMiB < gibibyte)
    found.push(problem('chain disk', room, `df -h ${path}; make room, or move the engine's data`));
  else if (promisedDiskMiB !== null && totalMiB < promisedDiskMiB)
    found.push(
      warning(
        'chain disk',
        `${room}, but nodes were promised ${inGiB(promisedDiskMiB)}`,
        'df -h; add room, or delete a node',
      ),
    );
  else found.push(ok('chain disk', room));
  if (networkDisks.some((name) => kind.startsWith(name)))
    found.push(
      warning(
        'chain disk',
        `${kind} is a disk of the network, on which bitcoind is slow and may lose data`,
        'use a local disk',
      ),
    );
  return [...found, ...judgeInodes(chainDisk)];
}

const judgeInodes = ({ path, freeInodes }: DiskFacts): Finding[] =>
  freeInodes !== null && freeInodes < 10_000
    ? [
        problem(
          'inodes',
          `only ${freeInodes} files more can be made at ${path}`,
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

const judgeLeftovers = (names: readonly string[]): Finding =>
  names.length === 0
    ? ok('leftovers', 'nothing of another executor is here')
    : warning(
        'leftovers',
        `of other executors: ${names.join(', ')}`,
        'look at them with docker inspect; remove by hand what nobody needs',
      );
