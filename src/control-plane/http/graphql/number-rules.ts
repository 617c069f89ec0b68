import { resourceBounds, resourceRule } from '../../../bitcoin/resources.ts';
import { thresholdBounds } from '../../../contract/thresholds.ts';
import type { Issue } from '../../platform/input/errors.ts';

const rules = new Map<string, string>([
  ...Object.entries(resourceBounds).map(([name, bounds]) => [`resources.${name}`, resourceRule(bounds)] as const),
  ...Object.entries(thresholdBounds).map(
    ([name, { min, max }]) => [`thresholds.${name}`, `must be a number from ${min} to ${max}`] as const,
  ),
]);

/** Returns the rule of a number, where GraphQL only knows how many bits it may have. `path`: of the argument. */
export const ruleOfNumber = (path: Issue['path']): string | undefined => rules.get(path.slice(-2).join('.'));
