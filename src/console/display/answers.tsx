import { Alert, Button, Paper, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainError } from './explain-error.ts';
import { DocumentationLink, TextLink } from './text.tsx';

interface FailureProps {
  error: unknown;
  retry?: () => unknown;
  retryLabel?: string;
}

export function Failure({ error, retry, retryLabel = 'Retry' }: FailureProps) {
  const { title, advice, link } = explainError(error);
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {advice} <HelpLink link={link} />
      {retry !== undefined && (
        <Button mt="sm" size="xs" variant="default" display="block" onClick={() => void retry()}>
          {retryLabel}
        </Button>
      )}
    </Alert>
  );
}

function HelpLink({ link }: Pick<ReturnType<typeof explainError>, 'link'>) {
  if (link === undefined) return null;
  if (link.path.startsWith('/docs/')) return <DocumentationLink to={link.path.slice('/docs/'.length)} />;
  return <TextLink to={link.path}>{link.label}</TextLink>;
}

const linePixels = 28;
/** In percent. */
const lineWidths = [70, 92, 84, 58];

/** Lines of text that are loading, as high as what comes. */
export const PendingLines = ({ height }: { height: number }) => (
  <Stack h={height} gap={16} py={8} role="status" aria-label="Loading" style={{ overflow: 'hidden' }}>
    {Array.from({ length: Math.ceil(height / linePixels) }, (_none, line) => line).map((line) => (
      <Skeleton key={line} height={12} width={`${lineWidths[line % lineWidths.length]}%`} style={{ flex: 'none' }} />
    ))}
  </Stack>
);

/** The same as the rows of a table. */
export const PendingRows = ({ height = 320 }: { height?: number | undefined }) => (
  <Paper className="panel" px="md" py="xs">
    <PendingLines height={height} />
  </Paper>
);

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** Queries of the parts below. Nothing renders until these have loaded too, so that the layout does not shift. */
  alongside?: readonly UseQueryResult[];
  /** Height of the placeholder in pixels. Default: 160. */
  height?: number;
  /** The placeholder. Default: lines of text. */
  pending?: ReactNode;
  children: (data: NonNullable<T>) => ReactNode;
}

export function QueryView<T>({ query, alongside = [], height = 160, pending, children }: QueryViewProps<T>) {
  const { data, error, isPending } = query;
  const isComplete = alongside.every(({ isLoading }) => !isLoading);
  if (data != null && isComplete) return <>{children(data)}</>;
  if (isPending || !isComplete) return pending ?? <PendingLines height={height} />;
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
      {advice} <HelpLink link={link} />
    </>
  );
  notifications.show({ title, message, color: 'red', autoClose: false, role: 'alert', closeButtonProps });
};
