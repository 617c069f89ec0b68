import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { Failure } from '../../display/answers.tsx';
import { Confirm } from '../../display/dialogs.tsx';
import { bindText } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  NodesToDrainDocument,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

/** Takes an executor out of service, for a while, and back. Each act gives way to its opposite in the same place, where the focus is. */
export function Service({ executor: { id, name, cordon, drain } }: { executor: ShownExecutor }) {
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const end = { failure: 'none', onDone: () => setReason('') } as const;
  const cordonIt = useApiMutation(CordonExecutorDocument, { failure: 'none', done: 'Takes no new nodes.' });
  const uncordonIt = useApiMutation(UncordonExecutorDocument, { ...end, done: 'Takes new nodes again.' });
  const drainIt = useApiMutation(DrainExecutorDocument, { failure: 'none', done: 'Its nodes are being stopped.' });
  const undrainIt = useApiMutation(UndrainExecutorDocument, { ...end, done: 'Its nodes start again.' });
  // A refused drain is shown in its dialog.
  const acts = [cordonIt, uncordonIt, undrainIt];
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
        <Text variant="hint">
          A cordon keeps new nodes away. A drain also stops the nodes that run, gently, and starts them again when it
          ends.
        </Text>
        {drain == null && (
          <TextInput
            label="Reason"
            description="For the others, such as “new disk”"
            maxLength={500}
            {...bindText(reason, setReason)}
            w={{ base: '100%', sm: 420 }}
          />
        )}
        <Group>
          {drain == null && (
            <ActionButton
              variant="default"
              disabled={cordon == null && because.reason === ''}
              loading={cordonIt.isPending || uncordonIt.isPending}
              onClick={() => (cordon == null ? begin(cordonIt, because) : begin(uncordonIt, { id }))}
            >
              {cordon == null ? 'Cordon' : 'Take new nodes again'}
            </ActionButton>
          )}
          <ActionButton
            {...(drain == null ? { color: 'red', variant: 'outline' } : { variant: 'default' })}
            disabled={drain == null && because.reason === ''}
            loading={drainIt.isPending || undrainIt.isPending}
            onClick={() => (drain == null ? setAsked(true) : begin(undrainIt, { id }))}
          >
            {drain == null ? 'Drain…' : 'End the drain'}
          </ActionButton>
        </Group>
      </Stack>
      <Confirm
        question={
          isAsked
            ? { title: `Drain ${name}?`, consequence: <Drained id={id} />, act: 'Drain', variables: because }
            : undefined
        }
        onClose={() => setAsked(false)}
        mutation={drainIt}
      />
    </Panel>
  );
}

const namedAtMost = 10;

function Drained({ id }: { id: string }) {
  const { data } = useApiQuery(NodesToDrainDocument, { id, take: namedAtMost }, { shows: ['node'] });
  if (data === undefined) return 'Its running nodes stop.';
  const count = data.nodesCount ?? 0;
  const more = count - data.nodes.length;
  if (count === 0) return 'No node runs on this host. New nodes are kept away until the drain ends.';
  return (
    <>
      {count === 1 ? '1 node stops' : `${count} nodes stop`}:{' '}
      <ForeignText>{data.nodes.map(({ name }) => name).join(', ')}</ForeignText>
      {more > 0 && ` and ${more} more`}. Clients lose their connection. Ending the drain starts the nodes again.
    </>
  );
}
