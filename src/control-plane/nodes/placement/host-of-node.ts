import { defaultDataRoot } from '../../../contract/names.ts';
import type { Database } from '../../platform/database/database.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { dataRootOf, resourcesOn } from './data-roots.ts';
import { type Host, hostOf } from './judge-node.ts';
import { promisesOf } from './promises.ts';

/** Returns what a change of a node is judged against: its executor, with the disk that its data is on. */
export async function hostOfNode(database: Database, row: NodeRow): Promise<Host> {
  const { executor } = row;
  const dataRoot = dataRootOf(row) ?? defaultDataRoot;
  const promises = (await promisesOf(database, [executor.id], dataRoot))(executor.id);
  return hostOf({ ...executor, resources: resourcesOn(executor.resources, dataRoot) }, promises);
}
