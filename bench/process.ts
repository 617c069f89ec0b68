import { existsSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for user space. */
const ticksPerSecond = 100;

/** CPU time that a process has used so far, in seconds. */
export const processorSeconds = (pid: number): number => ticksOf(pid, 11, 12) / ticksPerSecond;

/** CPU time of its children that have ended, in seconds. */
export const endedSeconds = (pid: number): number => ticksOf(pid, 13, 14) / ticksPerSecond;

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
  return residentMiB(pid) + sumOf(descendantsOf(pid), proportionalMiB);
}

/** Adds what `measure` finds of processes that have not ended meanwhile. */
function sumOf(pids: readonly number[], measure: (pid: number) => number): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + measure(pid);
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      return sum;
    }
  }, 0);
}

function descendantsOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean) : [];
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** CPU time of a process, its descendants, and those that have ended, in seconds: their time counts as their parent's. */
export const familyProcessorSeconds = (pid: number): number =>
  processorSeconds(pid) + endedSeconds(pid) + sumOf(descendantsOf(pid), processorSeconds);
