import { Button, Group } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { Failure } from '../display/answers/failure.tsx';
import { PageHeader } from '../display/page-header.tsx';
import { MissingPartError } from '../parts/until-fetched.ts';

/** What stands in place of a page that has failed. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <PageHeader title="This page cannot be shown" />
      <Failure error={error}>
        <Group mt="sm">
          {error instanceof MissingPartError ? (
            <Button size="xs" variant="default" onClick={() => window.location.reload()}>
              Reload
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          )}
        </Group>
      </Failure>
    </>
  );
}
