import { describedFields, type FullReport } from '../../../contract/full-report.ts';
import { inputLimits } from '../../../contract/input-limits.generated.ts';
import { maxHeldBytes } from '../../../contract/limits.ts';
import type { HeldNodeInput, SyncExecutorInput } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import { limitFaults, limitFaultsOfEach } from '../../platform/input/limit-faults.ts';
import type { BulkWork } from '../../platform/load/bulk-work.ts';

const repeated = ['name', 'instanceId', 'knownRevision', 'gatewayDigest', 'resources'] as const;

export type RepeatedReport = Pick<SyncExecutorInput, (typeof repeated)[number]> & { observedRevision: string };

/** Throws `invalid_input` with every fault. */
export async function checkSync(input: SyncExecutorInput, bulk: BulkWork): Promise<FullReport | RepeatedReport> {
  const { observedRevision, ...report } = input;
  const isRepeated = observedRevision !== null && observedRevision !== undefined;
  const issues = [
    ...(await faultsOfLimits(input, bulk)),
    ...[
      ...(isRepeated ? faultsOfRepeated(input) : faultsOfFull(input)),
      ...(await faultsBetweenFields(input, bulk)),
    ].map(({ path, message }) => ({ path: ['input', ...path], message })),
  ];
  if (issues.length > 0) throw invalidInput(issues);
  return isRepeated ? { ...report, observedRevision } : (report as FullReport);
}

const lists = { nodes: 'ObservedNodeInput', orphans: 'OrphanedNodeInput' } as const;

/** The items of long lists are judged in slices. */
async function faultsOfLimits(input: SyncExecutorInput, bulk: BulkWork): Promise<Issue[]> {
  const { nodes, orphans } = input;
  const hasTooMany = (name: keyof typeof lists) =>
    (input[name]?.length ?? 0) > inputLimits.SyncExecutorInput[name].maxItems;
  const judged = {
    ...input,
    ...(hasTooMany('nodes') ? {} : { nodes: nodes && [] }),
    ...(hasTooMany('orphans') ? {} : { orphans: orphans && [] }),
  };
  const issues = limitFaults('SyncExecutorInput', judged, ['input']);
  for (const name of ['nodes', 'orphans'] as const) {
    if (hasTooMany(name)) continue;
    issues.push(...(await limitFaultsOfEach(lists[name], input[name] ?? [], ['input', name], bulk)));
  }
  return issues;
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

async function faultsBetweenFields({ resources, held }: SyncExecutorInput, bulk: BulkWork) {
  const roots = resources?.dataRoots ?? [];
  const nodes = held?.nodes ?? [];
  const isTooLarge = (await jsonLength(nodes, bulk)) > maxHeldBytes;
  const when = (isFault: boolean, path: string[], message: string) => (isFault ? [{ path, message }] : []);
  return [
    ...when(hasTwoOfOne(roots, 'name'), ['resources', 'dataRoots'], 'has two entries with the same name'),
    ...when(hasTwoOfOne(nodes, 'id'), ['held', 'nodes'], 'has two entries with the same id'),
    ...when(isTooLarge, ['held', 'nodes'], 'is too large'),
    ...nodes.flatMap(faultsOfResources),
  ];
}

/** In bytes. */
async function jsonLength(values: readonly unknown[], bulk: BulkWork): Promise<number> {
  let bytes = 0;
  for (const value of values) {
    if (bytes > maxHeldBytes) break;
    if (bulk.isDue) await bulk.turn();
    bytes += Buffer.byteLength(JSON.stringify(value)) + 1;
  }
  return bytes;
}

const hasTwoOfOne = <K extends string>(entries: readonly Record<K, string>[], key: K): boolean =>
  new Set(entries.map((entry) => entry[key])).size < entries.length;

const faultsOfResources = ({ resources }: HeldNodeInput, index: number) =>
  (['cpuCores', 'memoryMiB', 'diskGiB'] as const)
    .filter((field) => isMissing(resources[field]))
    .map((field) => ({ path: ['held', 'nodes', index, 'resources', field], message: 'is required' }));
