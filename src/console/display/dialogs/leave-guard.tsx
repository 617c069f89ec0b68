import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ActButton } from '../focus/act-button.tsx';
import { Dialog } from './dialog.tsx';

interface LeaveGuardProps {
  /** Whether the form has changes that are not saved. */
  isDirty: boolean;
  /** The draft outlasts the page, for as long as the browser's tab. Default: false. */
  keepsDraft?: boolean;
}

/** Asks before a page with a changed form is left. */
export function LeaveGuard({ isDirty, keepsDraft = false }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty && !keepsDraft,
    withResolver: true,
  });
  const stay = () => blocker.reset?.();
  return (
    <Dialog title="Leave without saving?" isOpen={blocker.status === 'blocked'} onClose={stay}>
      <Stack>
        <Text fz="sm">
          {keepsDraft
            ? 'Your changes are not saved. This browser tab keeps the draft until you save or cancel it.'
            : 'Your changes are not saved and will be lost.'}
        </Text>
        <Group justify="end">
          <Button variant="default" onClick={stay} data-autofocus>
            Stay
          </Button>
          <ActButton color="red" variant="outline" onClick={() => blocker.proceed?.()}>
            Leave
          </ActButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
