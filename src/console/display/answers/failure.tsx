import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { explainError } from './explain-error.ts';

/** Says that something has failed, and what to do. */
export function Failure({ error, children }: { error: unknown; children?: ReactNode }) {
  const { title, advice } = explainError(error);
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {advice}
      {children}
    </Alert>
  );
}
