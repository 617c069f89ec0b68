import { useDebouncedValue } from '@mantine/hooks';
import type { Operation } from '../../../../client/client.ts';
import { type ApiQueryOptions, useApiQuery } from '../../../api/use-api.tsx';

const previewAfterMs = 400;

/** Queries the preview of a request once typing pauses. `isSettled`: the preview is of the current request. */
export function usePreview<T, V extends object>(
  operation: Operation<T, V>,
  variables: V,
  { shows, enabled = true }: Pick<ApiQueryOptions, 'shows' | 'enabled'>,
) {
  const current = JSON.stringify(variables);
  const [asked] = useDebouncedValue(current, previewAfterMs);
  const isAsked = asked === current;
  const options = { shows, enabled: enabled && isAsked, keepsPrevious: true };
  const { data, error, isPlaceholderData } = useApiQuery(operation, JSON.parse(asked) as V, options);
  return {
    preview: enabled ? data : undefined,
    error: enabled ? error : null,
    isSettled: isAsked && !isPlaceholderData,
  };
}
