import type { FoundProblem } from '../../runtime/node-problem.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';

const lookBackMs = 3_600_000;
const oftenExits = 3;

/** Returns what the exits of the last hour that nobody asked for say of a node. `now` is in milliseconds since the epoch. */
export function findExitProblems(exits: NodeRecord['recentExits'], now: number): FoundProblem[] {
  const recent = exits.filter(({ at }) => now - Date.parse(at) < lookBackMs);
  const found: FoundProblem[] = [];
  if (recent.length >= oftenExits) {
    found.push({
      code: 'restarts_often',
      reason: `the daemon ended by itself ${oftenExits} times or more within an hour`,
    });
  }
  if (recent.some(({ outOfMemory }) => outOfMemory)) {
    found.push({
      code: 'memory_near_limit',
      reason: 'the host ended the daemon within the last hour because its memory limit was reached',
    });
  }
  return found;
}
