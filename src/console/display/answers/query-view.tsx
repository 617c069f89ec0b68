import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** What is shown below it as well: nothing is drawn until these are answered too, so that nothing moves under a pointer. */
  alongside?: readonly UseQueryResult[];
  /** Height of what stands there until the first answer, in pixels. Default: 160. */
  height?: number;
  children: (data: NonNullable<T>) => ReactNode;
}

/** Shows what a query answers: until then its place, and if it fails what to do. What was shown before stays. */
export function QueryView<T>({
  query: { data, error, isPending },
  alongside = [],
  height = 160,
  children,
}: QueryViewProps<T>) {
  const isComplete = alongside.every(({ isLoading }) => !isLoading);
  if (data != null && isComplete) return <>{children(data)}</>;
  if (isPending || !isComplete) return <Skeleton height={height} role="status" aria-label="Loading" />;
  return <Failure error={error} />;
}
