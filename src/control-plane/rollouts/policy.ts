import { maxBudgetLabels, maxPageSize, maxRolloutGroupSize, maxSoakSeconds } from '../../contract/limits.ts';
import type { NodeRolloutPolicyInput } from '../../contract/types.generated.ts';
import type { Database } from '../platform/database/database.ts';
import { type Issue, invalidInput } from '../platform/input/errors.ts';
import type { NodeRolloutPolicy } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { whyImpossible } from './observe-budget.ts';

type GivenPolicy = NodeRolloutPolicyInput | null | undefined;

/** Returns the policy that a request asks for. Throws `invalid_input`. */
export function readPolicy(given: GivenPolicy, path: readonly string[]): NodeRolloutPolicy {
  const issues: Issue[] = [];
  const require = (holds: boolean, field: readonly string[], message: string) => {
    if (!holds) issues.push({ path: [...path, ...field], message });
  };
  const policy: NodeRolloutPolicy = {};
  if (given?.budget != null) {
    const { keepAvailable, per: named } = given.budget;
    const per = named ?? [];
    const isSet = per.length <= maxBudgetLabels && new Set(per).size === per.length && !per.includes('');
    require(keepAvailable >= 1 && keepAvailable <= maxPageSize, [
      'budget',
      'keepAvailable',
    ], `must be 1 to ${maxPageSize}`);
    require(isSet, ['budget', 'per'], `must name at most ${maxBudgetLabels} labels, each once`);
    policy.budget = { keepAvailable, per };
  }
  if (given?.canary != null) {
    const { count, soakSeconds: soak } = given.canary;
    const soakSeconds = soak ?? defaultSoakSeconds;
    require(count >= 1 && count <= maxRolloutGroupSize, ['canary', 'count'], `must be 1 to ${maxRolloutGroupSize}`);
    require(soakSeconds >= 0 && soakSeconds <= maxSoakSeconds, [
      'canary',
      'soakSeconds',
    ], `must be 0 to ${maxSoakSeconds}`);
    policy.canary = { count, soakSeconds };
  }
  if (issues.length > 0) throw invalidInput(issues);
  return policy;
}

const defaultSoakSeconds = 3600;

export const hasPolicy = (policy: NodeRolloutPolicy): boolean => Object.keys(policy).length > 0;

/** Whether it has a condition that holds for a single node too. */
export const holdsForOne = ({ budget }: NodeRolloutPolicy): boolean => budget !== undefined;

/** What is put back stood before. */
export const withoutCanaries = ({ canary: _canary, ...policy }: NodeRolloutPolicy): NodeRolloutPolicy => policy;

/** Returns why the turn of nodes can never come, by their ids; those whose turn can come are missing. */
export const againstPolicy = (
  database: Database,
  rows: readonly NodeRow[],
  { budget }: NodeRolloutPolicy,
): Promise<Map<string, string>> =>
  budget === undefined ? Promise.resolve(new Map()) : whyImpossible(database, rows, budget);
