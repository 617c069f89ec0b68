import { NotificationIncidentsDocument } from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';

/** The open incidents, the worst 500, which the API answers at once. */
export const useOpenIncidents = () =>
  useApiQuery(NotificationIncidentsDocument, { status: 'open', filter: { take: 500 } }, { shows: ['incident'] });
