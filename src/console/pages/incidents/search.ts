import type { AlertStatus } from '../../../contract/types.generated.ts';
import { oneOf } from '../../display/address.ts';

const shownStatuses = ['open', 'closed', 'all'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

export interface IncidentsSearch {
  /** Default: `open`. */
  status?: ShownStatus;
}

/** Reads the address; what makes no sense is left out. Pure. */
export const incidentsSearch = (search: Record<string, unknown>): IncidentsSearch => {
  const status = oneOf(shownStatuses, search['status']);
  return status === undefined || status === 'open' ? {} : { status };
};

/** Returns the status that an address asks for; null for any. Pure. */
export const statusOf = ({ status = 'open' }: IncidentsSearch): AlertStatus | null =>
  status === 'all' ? null : status;
