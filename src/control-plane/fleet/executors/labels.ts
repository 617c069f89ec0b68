import type { ExecutorLabelInput } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';

export type Labels = Readonly<Record<string, string>>;

const maxLabels = 32;
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/;
const valuePattern = /^[A-Za-z0-9._/-]{0,63}$/;

/** Throws `invalid_input`. */
export function readLabels(labels: readonly ExecutorLabelInput[], path: readonly string[]): Labels {
  if (labels.length > maxLabels) throw invalidInput([{ path, message: `must have at most ${maxLabels} labels` }]);
  const issues = labels.flatMap(({ key, value }, index): Issue[] => [
    ...(keyPattern.test(key) ? [] : [{ path: [...path, index, 'key'], message: keyRule }]),
    ...(valuePattern.test(value) ? [] : [{ path: [...path, index, 'value'], message: valueRule }]),
    ...(labels.findIndex((other) => other.key === key) === index
      ? []
      : [{ path: [...path, index, 'key'], message: 'is given twice; remove one of them' }]),
  ]);
  if (issues.length > 0) throw invalidInput(issues);
  return Object.fromEntries(labels.map(({ key, value }) => [key, value]));
}

const characters = 'letters, digits, dot, dash, underscore and slash';
const keyRule = `must be 1 to 63 characters: ${characters}, starting with a letter or digit`;
const valueRule = `must be at most 63 characters: ${characters}`;

/** Returns the labels that an executor lacks, as `key=value`. */
export const missingLabels = (wanted: Labels, labels: Labels): string[] =>
  Object.entries(wanted)
    .filter(([key, value]) => !Object.hasOwn(labels, key) || labels[key] !== value)
    .map(([key, value]) => `${key}=${value}`);

export const labelList = (labels: Labels): ExecutorLabelInput[] =>
  Object.entries(labels)
    .map(([key, value]) => ({ key, value }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
