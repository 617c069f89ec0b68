import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/failure.tsx';
import { Panel } from '../display/panel.tsx';
import { DeleteExecutorDocument } from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

/** Forgets an executor whose host is gone. */
export function DeleteExecutor({ executor: { id, name } }: { executor: ShownExecutor }) {
  const navigate = useNavigate();
  const remove = useApiMutation(DeleteExecutorDocument, {
    failure: 'none',
    done: `${name} is forgotten.`,
    onDone: () => void navigate({ to: '/executors' }),
  });
  return (
    <Panel title="Forget the executor">
      <Stack align="start" gap="sm">
        {remove.error !== null && <Failure error={remove.error} />}
        <Text fz="sm">
          For a host that is gone for good. It must have no nodes. An agent that comes back with a valid key registers
          itself anew.
        </Text>
        <Button color="red" variant="outline" loading={remove.isPending} onClick={() => remove.mutate({ id })}>
          Forget it
        </Button>
      </Stack>
    </Panel>
  );
}
