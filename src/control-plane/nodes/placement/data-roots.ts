import { defaultDataRoot } from '../../../contract/names.ts';
import type { DataRootInput, ExecutorResourcesInput } from '../../../contract/types.generated.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { fault, type NodeFault } from './node-fault.ts';

/** The data root of a node's data; null before it has any and none was requested. */
export const dataRootOf = ({ observed, dataRoot }: Pick<NodeRow, 'observed' | 'dataRoot'>): string | null =>
  observed?.dataRoot ?? (observed?.appliedRevision == null ? dataRoot : defaultDataRoot);

/** Of a node's chain data, by its last sample. */
export const dataGiBOf = ({ metrics }: NodeRow): number => (metrics?.sizeOnDiskBytes ?? 0) / 1024 ** 3;

type DataRoot = Pick<DataRootInput, 'name' | 'totalGiB' | 'freeGiB'>;

const findDataRoot = ({ dataRoots, diskGiB }: ExecutorResourcesInput, name: string): DataRoot | undefined => {
  if (name === defaultDataRoot && !dataRoots) return { name, totalGiB: diskGiB.total, freeGiB: diskGiB.free };
  return dataRoots?.find((root) => root.name === name);
};

/** Returns the data root to move to. Throws `invalid_input`. */
export function requireDataRoot(executor: Pick<ExecutorRow, 'name' | 'resources'>, name: string): DataRoot {
  const found = findDataRoot(executor.resources, name);
  if (found !== undefined) return found;
  throw invalidInput([{ path: ['params', 'to'], message: noSuchRoot(executor, name) }]);
}

/** Returns why a data root cannot take a new node's data; null if it can. */
export function judgeDataRoot(executor: Pick<ExecutorRow, 'name' | 'resources'>, dataRoot: string): NodeFault | null {
  const found = findDataRoot(executor.resources, dataRoot);
  if (found === undefined) {
    const message = noSuchRoot(executor, dataRoot);
    return fault('invalid_input', message, [{ path: ['data', 'dataRoot'], message }]);
  }
  if (dataRoot === defaultDataRoot || found.freeGiB != null) return null;
  return fault('action_not_possible', unseenRoot(executor, dataRoot));
}

export const unseenRoot = ({ name }: Pick<ExecutorRow, 'name'>, dataRoot: string): string =>
  `the agent of ${name} does not see the data root ${dataRoot}; is its disk mounted?`;

function noSuchRoot({ name, resources }: Pick<ExecutorRow, 'name' | 'resources'>, dataRoot: string): string {
  const names = (resources.dataRoots ?? [{ name: defaultDataRoot }]).map((root) => root.name);
  return `${name} has no data root ${dataRoot}; it has ${names.join(', ')}. The host's operator sets them (data_roots)`;
}

/** Returns a host's resources with the disk of one data root; an unmeasured one has a total of 0. */
export function resourcesOn(resources: ExecutorResourcesInput, dataRoot: string): ExecutorResourcesInput {
  const found = findDataRoot(resources, dataRoot);
  if (dataRoot === defaultDataRoot || found === undefined) return resources;
  const diskGiB = { total: found.totalGiB ?? 0, usedByNodes: 0, free: found.freeGiB ?? 0 };
  return { ...resources, diskGiB };
}
