import { describedFields, type FullReport } from '../../../contract/full-report.ts';
import { inputLimits } from '../../../contract/input-limits.generated.ts';
import { maxHeldBytes } from '../../../contract/limits.ts';
import type { HeldNodeInput, SyncExecutorInput } from '../../../contract/types.generated.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import { limitFaults } from '../../platform/input/limit-faults.ts';

const repeated = ['name', 'instanceId', 'knownRevision', 'resources'] as const;

export type RepeatedReport = Pick<SyncExecutorInput, (typeof repeated)[number]> & { observedRevision: string };

/** Throws `invalid_input` with every fault. */
export function checkSync(input: SyncExecutorInput): FullReport | RepeatedReport {
  const { observedRevision, ...report } = input;
  const isRepeated = observedRevision !== null && observedRevision !== undefined;
  const issues = [
    ...limitFaults('SyncExecutorInput', input, ['input']),
    ...[...(isRepeated ? faultsOfRepeated(input) : faultsOfFull(input)), ...faultsBetweenFields(input)].map(
      ({ path, message }) => ({ path: ['input', ...path], message }),
    ),
  ];
  if (issues.length > 0) throw invalidInput(issues);
  return isRepeated ? { ...report, observedRevision } : (report as FullReport);
}

const leftOut = (Object.keys(inputLimits.SyncExecutorInput) as (keyof SyncExecutorInput)[]).filter(
  (field) => field !== 'observedRevision' && !repeated.some((other) => other === field),
);

const isMissing = (value: unknown): boolean => value === null || value === undefined;

const faultsOfRepeated = (input: SyncExecutorInput) =>
  leftOut
    .filter((field) => !isMissing(input[field]))
    .map((field) => ({ path: [field], message: 'must be omitted with observedRevision' }));

const faultsOfFull = (input: SyncExecutorInput) =>
  describedFields
    .filter((field) => isMissing(input[field]))
    .map((field) => ({ path: [field], message: 'is required without observedRevision' }));

function faultsBetweenFields({ resources, held }: SyncExecutorInput) {
  const roots = resources?.dataRoots ?? [];
  const nodes = held?.nodes ?? [];
  const isTooLarge = Buffer.byteLength(JSON.stringify(nodes)) > maxHeldBytes;
  const when = (isFault: boolean, path: string[], message: string) => (isFault ? [{ path, message }] : []);
  return [
    ...when(hasTwoOfOne(roots, 'name'), ['resources', 'dataRoots'], 'has two entries with the same name'),
    ...when(hasTwoOfOne(nodes, 'id'), ['held', 'nodes'], 'has two entries with the same id'),
    ...when(isTooLarge, ['held', 'nodes'], 'is too large'),
    ...nodes.flatMap(faultsOfResources),
  ];
}

const hasTwoOfOne = <K extends string>(entries: readonly Record<K, string>[], key: K): boolean =>
  new Set(entries.map((entry) => entry[key])).size < entries.length;

const faultsOfResources = ({ resources }: HeldNodeInput, index: number) =>
  (['cpuCores', 'memoryMiB', 'diskGiB'] as const)
    .filter((field) => isMissing(resources[field]))
    .map((field) => ({ path: ['held', 'nodes', index, 'resources', field], message: 'is required' }));
