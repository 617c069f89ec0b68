import { Alert, Anchor, Button, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainError } from './explain-error.ts';

interface FailureProps {
  error: unknown;
  retry?: () => unknown;
  retryLabel?: string;
}

export function Failure({ error, retry, retryLabel = 'Try again' }: FailureProps) {
  const { title, advice, link } = explainError(error);
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {advice} <PageLink link={link} />
      {retry !== undefined && (
        <Button mt="sm" size="xs" variant="default" display="block" onClick={() => void retry()}>
          {retryLabel}
        </Button>
      )}
    </Alert>
  );
}

/** A plain link, relative to the base of the page: a notification is outside of the router. */
const PageLink = ({ link }: Pick<ReturnType<typeof explainError>, 'link'>) =>
  link === undefined ? null : (
    <Anchor href={link.path.slice(1)} {...(link.path.startsWith('/docs/') && { target: '_blank' })}>
      {link.label}
    </Anchor>
  );

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** Queries of the parts below. Nothing renders until these have loaded too, so that the layout does not shift. */
  alongside?: readonly UseQueryResult[];
  /** Height of the placeholder in pixels. Default: 160. */
  height?: number;
  children: (data: NonNullable<T>) => ReactNode;
}

export function QueryView<T>({ query, alongside = [], height = 160, children }: QueryViewProps<T>) {
  const { data, error, isPending } = query;
  const isComplete = alongside.every(({ isLoading }) => !isLoading);
  if (data != null && isComplete) return <>{children(data)}</>;
  if (isPending || !isComplete) return <Skeleton height={height} role="status" aria-label="Loading" />;
  return <Failure error={error} />;
}

const closeButtonProps = { 'aria-label': 'Close' };

export const showDone = (message: string): void => {
  notifications.show({ message, color: 'teal', autoClose: 5000, closeButtonProps });
};

/** Shows an error with advice, until closed. */
export const showFailure = (error: unknown): void => {
  const { title, advice, link } = explainError(error);
  const message = (
    <>
      {advice} <PageLink link={link} />
    </>
  );
  notifications.show({ title, message, color: 'red', autoClose: false, role: 'alert', closeButtonProps });
};
