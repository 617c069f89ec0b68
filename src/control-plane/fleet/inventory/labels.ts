import type { LabelInput, NodeUpdateInput } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';

export type Labels = Readonly<Record<string, string>>;

type LabelChange = Pick<NodeUpdateInput, 'labels' | 'setLabels' | 'unsetLabels'>;

const maxLabels = 32;
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/;
const valuePattern = /^[A-Za-z0-9._/-]{0,63}$/;

/** Throws `invalid_input`. */
export function readLabels(labels: readonly LabelInput[], path: readonly string[]): Labels {
  throwIssues(issuesOf(labels, path));
  return recordOf(labels);
}

/** Returns all labels after a change. Single ones apply to those of the locked row, so that concurrent changes of other keys are not lost. */
export function labelsAfter(current: Labels, { labels, setLabels, unsetLabels }: LabelChange): Labels {
  if (labels != null) return recordOf(labels);
  const kept = Object.entries(current).filter(([key]) => !unsetLabels?.includes(key));
  return { ...Object.fromEntries(kept), ...recordOf(setLabels ?? []) };
}

export function labelIssues(current: Labels, change: LabelChange): Issue[] {
  const { labels, setLabels, unsetLabels } = change;
  const path = ['data', labels == null ? 'setLabels' : 'labels'];
  const hasBoth = labels != null && (setLabels != null || unsetLabels != null);
  return [
    ...(hasBoth ? [{ path, message: 'replaces all labels; use either it, or setLabels and unsetLabels' }] : []),
    ...setAndUnset(setLabels, unsetLabels, ['data', 'unsetLabels']),
    ...issuesOf(labels ?? setLabels ?? [], path, Object.keys(labelsAfter(current, change)).length),
  ];
}

/** Returns the keys that one change both sets and removes. `path`: of the removed ones. */
export function setAndUnset(
  set: readonly { key: string }[] | null | undefined,
  unset: readonly string[] | null | undefined,
  path: Issue['path'],
): Issue[] {
  const added = new Set(set?.map(({ key }) => key.trim()));
  return (unset ?? []).flatMap((key, index) =>
    added.has(key.trim()) ? [{ path: [...path, index], message: 'is also set; leave out one of them' }] : [],
  );
}

/** Returns all labels after a change. Throws `invalid_input`. */
export function changeLabels(current: Labels, change: LabelChange): Labels {
  throwIssues(labelIssues(current, change));
  return labelsAfter(current, change);
}

function throwIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidInput(issues);
}

function issuesOf(labels: readonly LabelInput[], path: readonly string[], total = labels.length): Issue[] {
  if (total > maxLabels) return [{ path, message: `must have at most ${maxLabels} labels` }];
  return labels.flatMap(({ key, value }, index): Issue[] => [
    ...(keyPattern.test(key) ? [] : [{ path: [...path, index, 'key'], message: keyRule }]),
    ...(valuePattern.test(value) ? [] : [{ path: [...path, index, 'value'], message: valueRule }]),
    ...(labels.findIndex((other) => other.key === key) === index
      ? []
      : [{ path: [...path, index, 'key'], message: 'is given twice; remove one of them' }]),
  ]);
}

const recordOf = (labels: readonly LabelInput[]): Labels =>
  Object.fromEntries(labels.map(({ key, value }) => [key, value]));

const characters = 'letters, digits, dot, dash, underscore and slash';
const keyRule = `must be 1 to 63 characters: ${characters}, starting with a letter or digit`;
const valueRule = `must be at most 63 characters: ${characters}`;

/** Returns the labels that an executor lacks, as `key=value`. */
export const missingLabels = (required: Labels, labels: Labels): string[] =>
  Object.entries(required)
    .filter(([key, value]) => !Object.hasOwn(labels, key) || labels[key] !== value)
    .map(([key, value]) => `${key}=${value}`);

export const labelList = (labels: Labels): LabelInput[] =>
  Object.entries(labels)
    .map(([key, value]) => ({ key, value }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
