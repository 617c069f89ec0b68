import { dataRootPattern, defaultDataRoot } from '../../../contract/names.ts';
import { objectName } from './labels.ts';

/** The name of a node's volume in a data root. Node ids contain no dot. */
export const volumeName = (nodeId: string, dataRoot: string): string =>
  dataRoot === defaultDataRoot ? objectName(nodeId) : `${objectName(nodeId)}.${dataRoot}`;

/** The data root of a node's volume, by its name; undefined for other volumes. */
export function dataRootOf(nodeId: string, volume: string | undefined): string | undefined {
  const name = objectName(nodeId);
  if (volume === name) return defaultDataRoot;
  const dataRoot = volume?.startsWith(`${name}.`) ? volume.slice(name.length + 1) : '';
  return dataRootPattern.test(dataRoot) ? dataRoot : undefined;
}
