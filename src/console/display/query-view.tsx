import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** Height of what stands there until the first answer, in pixels. Default: 160. */
  height?: number;
  children: (data: NonNullable<T>) => ReactNode;
}

/** Shows what a query answers: until then its place, and if it fails what to do. What was shown before stays. */
export function QueryView<T>({ query: { data, error, isPending }, height = 160, children }: QueryViewProps<T>) {
  if (data != null) return <>{children(data)}</>;
  if (isPending) return <Skeleton height={height} role="status" aria-label="Loading" />;
  return <Failure error={error} />;
}
