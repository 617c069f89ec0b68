import { Alert, Progress, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Operation } from '../../../client/client.ts';
import { useApiQuery, useFormMutation } from '../../api/use-api.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { bindText, Form, FormEnd, OperationButton, useCloseDialog } from '../../display/form.tsx';
import { ForeignText, Time } from '../../display/text.tsx';
import {
  CordonExecutorDocument,
  DrainExecutorDocument,
  NodesToDrainDocument,
  UncordonExecutorDocument,
  UndrainExecutorDocument,
} from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

/** Cordons and drains a host. Each action is replaced in place by its opposite, which takes the focus. */
export function MaintenanceActions({ executor: { id, name, cordon, drain } }: { executor: ShownExecutor }) {
  if (drain != null)
    return (
      <OperationButton operation={UndrainExecutorDocument} variables={{ id }} done="Drain ended. Nodes are starting.">
        End drain
      </OperationButton>
    );
  return (
    <>
      {cordon == null ? (
        <DialogButton variant="default" label="Cordon host…" title={`Cordon ${name}?`}>
          <ReasonForm id={id} operation={CordonExecutorDocument} act="Cordon host" done="Host cordoned.">
            Keeps new nodes away. Existing nodes keep running.
          </ReasonForm>
        </DialogButton>
      ) : (
        <OperationButton operation={UncordonExecutorDocument} variables={{ id }} done="Host uncordoned.">
          Uncordon host
        </OperationButton>
      )}
      <DialogButton variant="default" label="Drain host…" title={`Drain ${name}?`}>
        <ReasonForm id={id} operation={DrainExecutorDocument} act="Drain host" done={`Draining ${name}…`} isDanger>
          <Drained id={id} />
        </ReasonForm>
      </DialogButton>
    </>
  );
}

interface ReasonFormProps<T> {
  id: string;
  operation: Operation<T, { id: string; reason: string }>;
  act: string;
  done: string;
  isDanger?: boolean;
  /** The consequence. */
  children: ReactNode;
}

function ReasonForm<T>({ id, operation, act, done, isDanger, children }: ReasonFormProps<T>) {
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const mutation = useFormMutation(operation, { done, onDone: useCloseDialog() });
  return (
    <Form mutation={mutation} onSubmit={() => mutation.mutate({ id, reason })}>
      <Text fz="sm" component="div">
        {children}
      </Text>
      <TextInput
        label="Reason"
        description="Shown to your team, for example “new disk”"
        maxLength={500}
        spellCheck
        data-autofocus
        {...bindText(typed, setReason)}
      />
      <FormEnd act={act} isDanger={isDanger} disabled={reason === ''} />
    </Form>
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

/** The cordon or drain of a host, with the progress of a drain. */
export function MaintenanceState({ executor: { cordon, drain, room } }: { executor: ShownExecutor }) {
  const held = drain ?? cordon;
  if (held == null) return null;
  const stopped = room.nodes - (drain?.remaining ?? 0);
  const isDraining = drain != null && drain.completedAt == null;
  const title = isDraining
    ? `Draining: ${stopped} of ${room.nodes} nodes stopped`
    : drain == null
      ? 'Cordoned: accepts no new nodes'
      : 'Drained: all nodes stopped';
  return (
    <Alert color="orange" title={title}>
      {isDraining && <Progress value={(stopped / room.nodes) * 100} mb="xs" aria-label="Stopped nodes" />}
      <ForeignText>{held.reason}</ForeignText> (<ForeignText>{held.by}</ForeignText>, <Time at={held.at} />)
    </Alert>
  );
}
