import { isSecretKey } from '../../../bitcoin/secret-keys.ts';
import { beginnings, emptyPlan, type Plan } from './plan.ts';

/** Writes a plan down for this tab of the browser, so that a reload loses nothing; without secrets. Pure. */
export const writePlan = (plan: Plan): string =>
  JSON.stringify({ ...plan, overrides: plan.overrides.filter(({ key }) => !isSecretKey(key)) });

/** Reads what was written; an empty plan where it makes no sense. Pure. */
export function readPlan(text: string | undefined): Plan {
  const kept = text === undefined ? null : parsed(text);
  return isLikePlan(kept) ? kept : emptyPlan;
}

const isLikePlan = (kept: unknown): kept is Plan =>
  isRecord(kept) &&
  Object.entries(emptyPlan).every(([key, value]) => isLike(key, kept[key], value)) &&
  (beginnings as readonly unknown[]).includes(kept['beginning']);

function isLike(key: string, found: unknown, empty: unknown): boolean {
  if (key === 'resources') return found === null || isResources(found);
  if (key === 'overrides') return Array.isArray(found) && found.every(isOverride);
  return empty === null ? found === null || typeof found === 'string' : typeof found === typeof empty;
}

const isOverride = (found: unknown): boolean =>
  isRecord(found) &&
  typeof found['id'] === 'number' &&
  ['key', 'value'].every((part) => typeof found[part] === 'string');

const isResources = (found: unknown): boolean =>
  isRecord(found) && ['cpuCores', 'memoryMiB', 'diskGiB'].every((part) => typeof found[part] === 'number');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Something else has written it.
    return null;
  }
}
