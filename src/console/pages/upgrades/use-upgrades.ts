import { useApiQuery } from '../../api/use-api.tsx';
import { ExecutorUpgradesDocument } from './operations.generated.ts';

export const useUpgrades = (executorId: string) =>
  useApiQuery(
    ExecutorUpgradesDocument,
    { id: executorId },
    { shows: [{ type: 'executor', id: executorId }], everySeconds: 30 },
  );
