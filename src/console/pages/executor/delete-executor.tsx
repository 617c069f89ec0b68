import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { TypedName } from '../../display/dialogs/typed-name.tsx';
import { MutationButton } from '../../display/focus/act-button.tsx';
import { Panel } from '../../display/panel.tsx';
import { DeleteExecutorDocument } from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

/** Forgets an executor whose host is gone, by its name typed out. */
export function DeleteExecutor({ executor: { id, name } }: { executor: ShownExecutor }) {
  const [typed, setTyped] = useState('');
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
        <TypedName name={name} act="forget it" value={typed} onChange={setTyped} />
        <MutationButton color="red" variant="outline" disabled={typed !== name} mutation={remove} variables={{ id }}>
          Forget it
        </MutationButton>
      </Stack>
    </Panel>
  );
}
