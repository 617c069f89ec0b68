import { Button, Group } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { Failure } from '../display/failure.tsx';

/** What stands in place of a page that has failed. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  // A page of a former version of the console is gone after an upgrade.
  const isGone = error instanceof TypeError && /import|module/i.test(error.message);
  const retry = () => {
    if (isGone) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <Failure error={isGone ? new Error('reload') : error}>
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={retry}>
          {isGone ? 'Reload' : 'Try again'}
        </Button>
      </Group>
    </Failure>
  );
}
