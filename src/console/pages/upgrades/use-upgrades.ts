import { useApiQuery } from '../../api/use-api.tsx';
import { ExecutorUpgradesDocument } from './operations.generated.ts';

/** The upgrades of an executor's agent. */
export const useUpgrades = (executorId: string) =>
  useApiQuery(
    ExecutorUpgradesDocument,
    { id: executorId },
    { shows: [{ type: 'executor', id: executorId }], everySeconds: 30 },
  );
