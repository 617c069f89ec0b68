import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for user space. */
const ticksPerSecond = 100;

/** CPU time that a process has used so far, in seconds. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
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
