import { NotificationIncidentsDocument } from '../../../client/operations.generated.ts';
import { maxPageSize } from '../../../contract/limits.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { given } from '../addresses.ts';

/** The worst open incidents, as many as the API answers at once. Of a host: also those of its nodes. */
export const useOpenIncidents = (executorId?: string) =>
  useApiQuery(
    NotificationIncidentsDocument,
    { status: 'open', filter: given({ executorId, take: maxPageSize }) },
    { shows: ['incident'] },
  );
