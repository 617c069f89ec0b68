import { judgeRequest, type RequestFacts } from '../releases/judge-request.ts';

interface StartFacts {
  executor: RequestFacts['executor'] & { id: string };
  targetVersion: string;
  release: RequestFacts['release'];
  /** The upgrades that are under way, by executor. */
  pending: ReadonlyMap<string, NonNullable<RequestFacts['pending']>>;
  /** What is to be said of those that belong to another rollout. */
  busy: ReadonlyMap<string, string>;
}

/** Returns why an executor stands in the way of a rollout; null where it can be asked. Pure. */
export function obstacleTo({ executor, targetVersion, release, pending, busy }: StartFacts): string | null {
  const judged = judgeRequest({ executor, targetVersion, release, pending: pending.get(executor.id) });
  return 'code' in judged ? judged.message : (busy.get(executor.id) ?? null);
}

/** Returns the number of the group, from 1, of the executor at a position, from 0. Pure. */
export const groupOf = (position: number, groupSize: number): number => Math.floor(position / groupSize) + 1;
