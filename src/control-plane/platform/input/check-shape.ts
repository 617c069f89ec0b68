import type * as z from 'zod';
import type { Issue } from './errors.ts';

const types: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

/** Our sentence for a fault that the shape itself has no message for. */
function sentenceOf(fault: z.core.$ZodRawIssue): string {
  const { input } = fault;
  const unit = typeof input === 'string' ? ' characters' : Array.isArray(input) ? ' items' : '';
  const be = unit === '' ? 'be' : 'have';
  switch (fault.code) {
    case 'invalid_type':
      return input === undefined ? 'is required' : (types[fault.expected] ?? 'has the wrong type');
    case 'too_small':
      return `must ${be} at least ${fault.minimum}${unit}`;
    case 'too_big':
      return `must ${be} at most ${fault.maximum}${unit}`;
    case 'invalid_value':
      return `must be one of ${fault.values.join(', ')}`;
    case 'unrecognized_keys':
      return `must not contain ${fault.keys.join(', ')}`;
    default:
      return 'has an invalid format';
  }
}

/** Checks a value of any form. Returns its faults below `root`, in our words. */
export function checkShape<T>(
  shape: z.ZodType<T>,
  value: unknown,
  root: readonly string[] = [],
): { data: T; issues: null } | { data: null; issues: Issue[] } {
  const { data, error } = shape.safeParse(value, { error: sentenceOf });
  if (error === undefined) return { data, issues: null };
  const issues = error.issues.map(({ path, message }) => ({ path: [...root, ...path.map(String)], message }));
  return { data: null, issues };
}
