import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery, useFormMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { ActionButton, bindText, MutationButton } from '../../display/form.tsx';
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

/** Cordons and drains a host. Each action is replaced in place by its opposite, which keeps the focus. */
export function Service({ executor: { id, name, cordon, drain } }: { executor: ShownExecutor }) {
  const [reason, setReason] = useState('');
  const onDone = () => setReason('');
  const cordonIt = useFormMutation(CordonExecutorDocument, { done: 'Host cordoned.' });
  const uncordonIt = useFormMutation(UncordonExecutorDocument, { done: 'Host uncordoned.', onDone });
  const undrainIt = useFormMutation(UndrainExecutorDocument, { done: 'Drain ended. Nodes are starting.', onDone });
  const because = { id, reason: reason.trim() };
  // The dialog shows the error of a drain.
  const { error } = drain != null ? undrainIt : cordon != null ? uncordonIt : cordonIt;
  return (
    <Panel title="Maintenance">
      <Stack gap="sm">
        <Text variant="hint">
          Cordon keeps new nodes away. Drain also stops running nodes cleanly, and starts them again when it ends.
        </Text>
        {drain == null && (
          <TextInput
            label="Reason"
            description="Shown to your team, for example “new disk”"
            maxLength={500}
            spellCheck
            {...bindText(reason, setReason)}
            w={{ base: '100%', sm: 420 }}
          />
        )}
        {error !== null && <Failure error={error} />}
        <Group>
          {drain == null && (
            <ActionButton
              variant="default"
              disabled={cordon == null && because.reason === ''}
              loading={cordonIt.isPending || uncordonIt.isPending}
              onClick={() => (cordon == null ? cordonIt.mutate(because) : uncordonIt.mutate({ id }))}
            >
              {cordon == null ? 'Cordon host' : 'Uncordon host'}
            </ActionButton>
          )}
          {drain == null ? (
            <ConfirmButton
              disabled={because.reason === ''}
              question={{
                title: `Drain ${name}?`,
                consequence: <Drained id={id} />,
                act: 'Drain host',
                variables: because,
              }}
              operation={DrainExecutorDocument}
              done={`Draining ${name}: stopping its nodes…`}
            >
              Drain host…
            </ConfirmButton>
          ) : (
            <MutationButton variant="default" mutation={undrainIt} variables={{ id }}>
              End drain
            </MutationButton>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

const namedAtMost = 10;

function Drained({ id }: { id: string }) {
  const { data } = useApiQuery(NodesToDrainDocument, { id, take: namedAtMost }, { shows: ['node'] });
  if (data === undefined) return 'Running nodes stop.';
  const count = data.nodeCounts?.total ?? 0;
  const more = count - data.nodes.length;
  if (count === 0) return 'No nodes are running on this host. It accepts no new nodes until the drain ends.';
  return (
    <>
      {count === 1 ? '1 node stops' : `${count} nodes stop`}:{' '}
      <ForeignText>{data.nodes.map(({ name }) => name).join(', ')}</ForeignText>
      {more > 0 && ` and ${more} more`}. Clients lose their connection. Ending the drain starts the nodes again.
    </>
  );
}
