import { useDebouncedValue } from '@mantine/hooks';
import type { NodeCreateInput } from '../../../contract/types.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { PreviewDeploymentDocument } from './operations.generated.ts';

const afterMs = 400;

/** Asks what a request would come to, once nobody types for a moment. `isSettled` says whether the answer is about this very request. */
export function usePreview(data: NodeCreateInput, canAsk: boolean) {
  const present = JSON.stringify(data);
  const [asked] = useDebouncedValue(present, afterMs);
  const isAsked = asked === present;
  const query = useApiQuery(
    PreviewDeploymentDocument,
    { data: JSON.parse(asked) as NodeCreateInput },
    { shows: ['executor', 'node'], enabled: canAsk && isAsked, keepsFormer: true },
  );
  const preview = canAsk ? query.data?.previewNodeCreation : undefined;
  return { preview, error: canAsk ? query.error : null, isSettled: isAsked && !query.isPlaceholderData };
}
