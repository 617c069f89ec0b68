import { useApiQuery } from '../../api/use-api.tsx';
import { ExecutorKeysDocument } from './operations.generated.ts';

/** The keys of an executor's agent, for owners and admins. */
export const useKeys = (executorId: string, enabled = true) =>
  useApiQuery(
    ExecutorKeysDocument,
    { id: executorId },
    { shows: [{ type: 'executor', id: executorId }, 'apiKey'], everySeconds: 60, enabled },
  );
