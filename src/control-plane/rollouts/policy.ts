import { maxBudgetLabels, maxPageSize, maxRolloutGroupSize, maxSoakSeconds } from '../../contract/limits.ts';
import type {
  NodeRolloutGateInput,
  NodeRolloutHeightInput,
  NodeRolloutPolicyInput,
} from '../../contract/types.generated.ts';
import type { Database } from '../platform/database/database.ts';
import { type Issue, invalidInput } from '../platform/input/errors.ts';
import type { NodeRolloutPolicy, StoredGate, StoredHeight } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { windowsIssues } from './maintenance-schedules.ts';
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
  if (given?.outsideWindows === true) policy.outsideWindows = true;
  if (given?.windows != null) {
    require(given.outsideWindows !== true, ['windows'], 'must not be set together with outsideWindows');
    issues.push(...windowsIssues(given.windows, [...path, 'windows']));
    policy.windows = given.windows;
  }
  if (given?.height != null) policy.height = readHeight(given.height, require);
  if (given?.gate != null) policy.gate = readGate(given.gate, require);
  if (given?.rehearse === true) policy.rehearse = true;
  if (issues.length > 0) throw invalidInput(issues);
  return policy;
}

type Require = (holds: boolean, field: readonly string[], message: string) => void;

const isWithin = (value: number | null | undefined, least: number, most: number): boolean =>
  value == null || (value >= least && value <= most);

function readHeight({ at, avoid, within: given }: NodeRolloutHeightInput, require: Require): StoredHeight {
  const within = given ?? defaultDistance;
  require(at != null || avoid != null, ['height'], 'must set at, avoid or both');
  require(given == null || avoid != null, ['height', 'within'], 'must be set together with avoid');
  for (const [name, value] of Object.entries({ at, avoid }))
    require(isWithin(value, 1, maxHeight), ['height', name], `must be 1 to ${maxHeight}`);
  require(isWithin(within, 0, maxDistance), ['height', 'within'], `must be 0 to ${maxDistance}`);
  return { at: at ?? null, avoid: avoid ?? null, within };
}

function readGate({ maxBlocksBehind, minPeers, maxMemoryPercent }: NodeRolloutGateInput, require: Require): StoredGate {
  require(isWithin(maxBlocksBehind, 0, maxDistance), ['gate', 'maxBlocksBehind'], `must be 0 to ${maxDistance}`);
  require(isWithin(minPeers, 1, 1000), ['gate', 'minPeers'], 'must be 1 to 1000');
  require(isWithin(maxMemoryPercent, 1, 100), ['gate', 'maxMemoryPercent'], 'must be 1 to 100');
  return {
    maxBlocksBehind: maxBlocksBehind ?? null,
    minPeers: minPeers ?? null,
    maxMemoryPercent: maxMemoryPercent ?? null,
  };
}

/** About a day of blocks. */
const defaultDistance = 144;
const maxDistance = 100_000;
const maxHeight = 100_000_000;

const defaultSoakSeconds = 3600;

export const hasPolicy = (policy: NodeRolloutPolicy): boolean => Object.keys(policy).length > 0;

/** Whether it has a condition that holds a single node too. */
export const holdsForOne = ({ budget, windows, height, gate, rehearse }: NodeRolloutPolicy): boolean =>
  [budget, windows, height, gate, rehearse].some((condition) => condition !== undefined);

/** Returns the policy of an undo: what is put back stood before, and a height was for the change alone. */
export function ofUndo(
  { canary: _canary, height: _height, rehearse: _rehearse, ...policy }: NodeRolloutPolicy,
  outsideWindows: boolean,
): NodeRolloutPolicy {
  const { windows: _windows, ...others } = policy;
  return outsideWindows ? { ...others, outsideWindows: true } : policy;
}

/** Returns why the turn of nodes can never come, by their ids; those whose turn can come are missing. */
export const againstPolicy = (
  database: Database,
  rows: readonly NodeRow[],
  { budget }: NodeRolloutPolicy,
): Promise<Map<string, string>> =>
  budget === undefined ? Promise.resolve(new Map()) : whyImpossible(database, rows, budget);
