import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/answers/failure.tsx';
import { ActButton } from '../display/focus/act-button.tsx';
import { Panel } from '../display/panel.tsx';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

/** Takes an executor out of service, for a while, and back. Each act gives way to its opposite in the same place, where the focus is. */
export function Service({ executor: { id, cordon, drain } }: { executor: ShownExecutor }) {
  const [reason, setReason] = useState('');
  const end = { failure: 'none', onDone: () => setReason('') } as const;
  const cordonIt = useApiMutation(CordonExecutorDocument, { failure: 'none', done: 'Takes no new nodes.' });
  const uncordonIt = useApiMutation(UncordonExecutorDocument, { ...end, done: 'Takes new nodes again.' });
  const drainIt = useApiMutation(DrainExecutorDocument, { failure: 'none', done: 'Its nodes are being stopped.' });
  const undrainIt = useApiMutation(UndrainExecutorDocument, { ...end, done: 'Its nodes start again.' });
  const acts = [cordonIt, uncordonIt, drainIt, undrainIt];
  const begin = <V,>(act: { mutate: (variables: V) => void }, variables: V) => {
    for (const each of acts) each.reset();
    act.mutate(variables);
  };
  const error = acts.find((act) => act.error !== null)?.error;
  const because = { id, reason: reason.trim() };
  return (
    <Panel title="Service">
      <Stack gap="sm">
        {error != null && <Failure error={error} />}
        <Text fz="sm" c="dimmed">
          A cordon keeps new nodes away. A drain also stops the nodes that run, gently, and starts them again when it
          ends.
        </Text>
        {drain == null && (
          <TextInput
            label="Reason"
            description="For the others, such as “new disk”"
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            w={{ base: '100%', sm: 420 }}
          />
        )}
        <Group>
          {drain == null && (
            <ActButton
              variant="default"
              disabled={cordon == null && because.reason === ''}
              loading={cordonIt.isPending || uncordonIt.isPending}
              onClick={() => (cordon == null ? begin(cordonIt, because) : begin(uncordonIt, { id }))}
            >
              {cordon == null ? 'Cordon' : 'Take new nodes again'}
            </ActButton>
          )}
          <ActButton
            {...(drain == null ? { color: 'red', variant: 'outline' } : { variant: 'default' })}
            disabled={drain == null && because.reason === ''}
            loading={drainIt.isPending || undrainIt.isPending}
            onClick={() => (drain == null ? begin(drainIt, because) : begin(undrainIt, { id }))}
          >
            {drain == null ? 'Drain: stop its nodes' : 'End the drain'}
          </ActButton>
        </Group>
      </Stack>
    </Panel>
  );
}
