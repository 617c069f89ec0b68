import type { ExecutorReleaseWhereInput } from '../../../contract/types.generated.ts';
import { text } from '../../display/address.ts';

export interface ReleasesSearch {
  /** The whole name. */
  channel?: string;
  /** The version whose details are open. */
  version?: string;
}

/** Reads the address. Pure. */
export const releasesSearch = (search: Record<string, unknown>): ReleasesSearch => ({
  channel: text(search['channel']),
  version: text(search['version']),
});

/** Returns the conditions that an address asks for. Pure. */
export const releasesWhere = ({ channel }: ReleasesSearch): ExecutorReleaseWhereInput =>
  channel === undefined ? {} : { channel: { equals: channel } };
