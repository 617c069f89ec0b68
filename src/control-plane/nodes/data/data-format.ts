import type { DataFormat } from '../../../bitcoin/data-format.ts';
import type { node } from '../../tables/nodes.ts';

type Row = Pick<typeof node.$inferSelect, 'clientVersion' | 'firstClientVersion' | 'observed' | 'createdWithData'>;

/** Before its executor has applied a revision, a node has chain data only if it was created with some. */
const hasData = ({ observed, createdWithData }: Row): boolean => createdWithData || observed?.appliedRevision != null;

/** The known format of a node's chain data; null if it has none. The agent refuses data that it cannot read. */
export const dataFormatOf = (row: Row): DataFormat | null =>
  hasData(row) ? { begunWith: row.firstClientVersion ?? row.clientVersion, obfuscated: null } : null;

/** Returns the version that created a node's data, as stored when its version changes. */
export const firstVersionAfter = (row: Row, clientVersion: string): string =>
  hasData(row) ? (row.firstClientVersion ?? row.clientVersion) : clientVersion;
