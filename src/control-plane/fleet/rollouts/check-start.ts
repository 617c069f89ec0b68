import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import type { UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { forbidden, type Issue, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { isVersion, versionRule } from '../releases/version.ts';

/** As many as an organization may have. */
const maxExecutors = 1000;

/** Throws `invalid_input` for a rollout that nobody could start, and Forbidden where it names what can be no executor. */
export function checkStart({ executorIds, targetVersion, groupSize }: UpgradeRolloutStartInput): void {
  const issues: Issue[] = [];
  const add = (field: string, message: string) => issues.push({ path: ['data', field], message });
  if (executorIds.length === 0 || executorIds.length > maxExecutors)
    add('executorIds', `must name 1 to ${maxExecutors} executors`);
  if (new Set(executorIds.map((id) => id.toLowerCase())).size < executorIds.length)
    add('executorIds', 'must name each executor once');
  if (!isVersion(targetVersion)) add('targetVersion', versionRule);
  if (groupSize != null && (groupSize < 1 || groupSize > maxRolloutGroupSize))
    add('groupSize', `must be 1 to ${maxRolloutGroupSize}`);
  if (issues.length > 0) throw invalidInput(issues);
  if (!executorIds.every(isUuid)) throw forbidden();
}
