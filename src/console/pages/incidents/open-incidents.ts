import { NotificationIncidentsDocument } from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';

/** The most that the API answers at once. */
export const maxOpen = 500;

/** The open incidents, the worst ones where there are more than `maxOpen`. */
export const useOpenIncidents = (enabled = true) =>
  useApiQuery(
    NotificationIncidentsDocument,
    { status: 'open', filter: { take: maxOpen } },
    { shows: ['incident'], enabled },
  );
