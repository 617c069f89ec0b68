import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for user space. */
const ticksPerSecond = 100;

/** CPU time that a process has used so far, in seconds. */
export const processorSeconds = (pid: number): number => ticksOf(pid, 11, 12) / ticksPerSecond;

/** CPU time of its children that have ended. */
const endedSeconds = (pid: number): number => ticksOf(pid, 13, 14) / ticksPerSecond;

/** The sum of two fields of its `stat`, counted after its name. */
function ticksOf(pid: number, ...fields: readonly [number, number]): number {
  const values = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.reduce((sum, field) => sum + Number(values[field]), 0);
}

export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Memory of a process, including its share of shared memory. */
const proportionalMiB = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;

/** Memory of a process and all its descendants, each page counted once. */
export function familyMiB(pid: number): number {
  // Not only its share: it shares memory, such as Node's own program, with the bench and not with its descendants.
  return residentMiB(pid) + descendantsOf(pid).reduce((sum, child) => sum + proportionalMiB(child), 0);
}

function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** CPU time of a process, its descendants, and those that have ended, in seconds. */
export function familyProcessorSeconds(pid: number): number {
  const alive = descendantsOf(pid).map((member) => {
    try {
      return processorSeconds(member);
    } catch (error) {
      // It ended meanwhile, and its time counts as its parent's.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return 0;
    }
  });
  return processorSeconds(pid) + endedSeconds(pid) + alive.reduce((sum, seconds) => sum + seconds, 0);
}
