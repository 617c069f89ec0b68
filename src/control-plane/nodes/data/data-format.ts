import type { DataFormat } from '../../../bitcoin/data-format.ts';
import type { node } from '../../tables/nodes.ts';

type Row = Pick<typeof node.$inferSelect, 'clientVersion' | 'firstClientVersion' | 'observed' | 'createdWithData'>;

/** Until its executor has applied a revision, a node has no data that a version could have begun, unless it came with some. */
const hasData = ({ observed, createdWithData }: Row): boolean => createdWithData || observed?.appliedRevision != null;

/** What is known here of a node's chain data; null while it has none. The executor knows better, and refuses what it cannot read. */
export const dataFormatOf = (row: Row): DataFormat | null =>
  hasData(row) ? { begunWith: row.firstClientVersion ?? row.clientVersion, obfuscated: null } : null;

/** Returns the version that a node's data is begun with once another version is wanted. */
export const firstVersionAfter = (row: Row, clientVersion: string): string =>
  hasData(row) ? (row.firstClientVersion ?? row.clientVersion) : clientVersion;
