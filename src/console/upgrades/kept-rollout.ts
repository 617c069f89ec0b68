import type { RolloutPlan } from './rollout.ts';

/** Writes a plan down for this browser, so that it can be taken up again. Pure. */
export const writeRollout = (plan: RolloutPlan | null): string => JSON.stringify(plan);

/** Reads what was written; null where it makes no sense. Pure. */
export function readRollout(text: string | undefined): RolloutPlan | null {
  if (text === undefined) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isPlan(kept) ? kept : null;
  } catch {
    // Something else has written it.
    return null;
  }
}

const isPlan = (kept: unknown): kept is RolloutPlan =>
  isRecord(kept) &&
  typeof kept['targetVersion'] === 'string' &&
  Array.isArray(kept['groups']) &&
  kept['groups'].every((group) => Array.isArray(group) && group.every((id) => typeof id === 'string')) &&
  isRecord(kept['formerUpgrades']) &&
  Object.values(kept['formerUpgrades']).every((id) => typeof id === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
