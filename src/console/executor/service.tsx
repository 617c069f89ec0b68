import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../api/use-api.tsx';
import { Failure } from '../display/failure.tsx';
import { Panel } from '../display/panel.tsx';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

/** Takes an executor out of service, for a while, and back. */
export function Service({ executor: { id, cordon, drain } }: { executor: ShownExecutor }) {
  const [reason, setReason] = useState('');
  const cordonIt = useApiMutation(CordonExecutorDocument, { done: 'Takes no new nodes.', failure: 'none' });
  const uncordonIt = useApiMutation(UncordonExecutorDocument, { done: 'Takes new nodes again.', failure: 'none' });
  const drainIt = useApiMutation(DrainExecutorDocument, { done: 'Its nodes are being stopped.', failure: 'none' });
  const undrainIt = useApiMutation(UndrainExecutorDocument, { done: 'Its nodes start again.', failure: 'none' });
  const error = cordonIt.error ?? uncordonIt.error ?? drainIt.error ?? undrainIt.error;
  return (
    <Panel title="Service">
      <Stack gap="sm">
        {error !== null && <Failure error={error} />}
        <Text fz="sm" c="dimmed">
          A cordon keeps new nodes away. A drain also stops the nodes that run, gently, and starts them again when it
          ends.
        </Text>
        {drain != null ? (
          <Group>
            <Button variant="default" loading={undrainIt.isPending} onClick={() => undrainIt.mutate({ id })}>
              End the drain
            </Button>
          </Group>
        ) : (
          <>
            <TextInput
              label="Reason"
              description="For the others, such as “new disk”"
              maxLength={500}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              w={{ base: '100%', sm: 420 }}
            />
            <Group>
              {cordon != null ? (
                <Button variant="default" loading={uncordonIt.isPending} onClick={() => uncordonIt.mutate({ id })}>
                  Take new nodes again
                </Button>
              ) : (
                <Button
                  variant="default"
                  disabled={reason.trim() === ''}
                  loading={cordonIt.isPending}
                  onClick={() => cordonIt.mutate({ id, reason: reason.trim() })}
                >
                  Cordon
                </Button>
              )}
              <Button
                color="red"
                variant="outline"
                disabled={reason.trim() === ''}
                loading={drainIt.isPending}
                onClick={() => drainIt.mutate({ id, reason: reason.trim() })}
              >
                Drain: stop its nodes
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Panel>
  );
}
