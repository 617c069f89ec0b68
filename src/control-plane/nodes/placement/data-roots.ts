import { defaultDataRoot } from '../../../contract/names.ts';
import type { DataRootInput, ExecutorResourcesInput } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import type { NodeFault } from './judge-node.ts';

/** The data root of a node's executor that its data is in; null before it has any and none was asked for. Pure. */
export function dataRootOf({ observed, dataRoot }: Pick<NodeRow, 'observed' | 'dataRoot'>): string | null {
  return observed?.dataRoot ?? (observed?.appliedRevision == null ? dataRoot : defaultDataRoot);
}

/** Returns the data root of an executor; undefined where there is none of that name. Pure. */
const findDataRoot = (
  { resources }: Pick<ExecutorRow, 'resources'>,
  name: string,
): Pick<DataRootInput, 'name' | 'totalMiB' | 'freeMiB'> | undefined => {
  const { dataRoots, diskMiB } = resources;
  if (name === defaultDataRoot && !dataRoots) return { name, totalMiB: diskMiB.total, freeMiB: diskMiB.free };
  return dataRoots?.find((root) => root.name === name);
};

/** Returns a data root of an executor. Throws `invalid_input` for one that it does not have. */
export function requireDataRoot(
  executor: Pick<ExecutorRow, 'name' | 'resources'>,
  name: string,
  path: Issue['path'],
): NonNullable<ReturnType<typeof findDataRoot>> {
  const found = findDataRoot(executor, name);
  if (found !== undefined) return found;
  throw invalidInput([{ path, message: noSuchRoot(executor, name) }]);
}

/** Returns why a new node's data cannot begin in a data root of an executor; null where it can. Pure. */
export function judgeDataRoot(executor: Pick<ExecutorRow, 'name' | 'resources'>, dataRoot: string): NodeFault | null {
  const found = findDataRoot(executor, dataRoot);
  if (found === undefined) {
    const message = noSuchRoot(executor, dataRoot);
    return { code: 'invalid_input', message, issues: [{ path: ['data', 'dataRoot'], message }] };
  }
  if (dataRoot === defaultDataRoot || found.freeMiB != null) return null;
  const message = `the agent of ${executor.name} does not see the data root ${dataRoot}; is its disk mounted?`;
  return { code: 'action_not_possible', message, issues: [] };
}

/** Says which data roots an executor has. Pure. */
function noSuchRoot({ name, resources }: Pick<ExecutorRow, 'name' | 'resources'>, dataRoot: string): string {
  const names = (resources.dataRoots ?? [{ name: defaultDataRoot }]).map((root) => root.name);
  return `${name} has no data root ${dataRoot}; it has ${names.join(', ')}, which its operator sets (data_roots)`;
}

/** Returns the resources of a host with the disk of one of its data roots; one that is not measured has a total of 0. Pure. */
export function resourcesOn(resources: ExecutorResourcesInput, dataRoot: string): ExecutorResourcesInput {
  const found = findDataRoot({ resources }, dataRoot);
  if (dataRoot === defaultDataRoot || found === undefined) return resources;
  const diskMiB = { total: found.totalMiB ?? 0, usedByNodes: 0, free: found.freeMiB ?? 0 };
  return { ...resources, diskMiB };
}
