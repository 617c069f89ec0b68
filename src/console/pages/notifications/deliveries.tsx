import { Anchor, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  RedeliverWebhookDocument,
  RedeliverWebhooksDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from '../../../client/operations.generated.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { QueryView } from '../../display/answers.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { bindText, Form } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { Empty } from '../../display/lists/list.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { atLocal, localInput } from './settings.ts';

const tones = { pending: 'busy', delivered: 'good', failed: 'bad' } as const;

export function Deliveries({ mayChange }: { mayChange: boolean }) {
  const query = useApiQuery(WebhookDeliveriesDocument, {}, { shows: ['notification'] });
  const [openedId, setOpened] = useState<string | null>(null);
  const redeliver = useApiMutation(RedeliverWebhookDocument, {
    done: ({ redeliverWebhook: { sequence } }) => `Redelivering ${sequence}…`,
  });
  const again: Column<Delivery> = {
    id: 'again',
    label: 'Redeliver',
    width: '84px',
    hidesLabel: true,
    cell: ({ id, sequence, status }) =>
      status !== 'pending' && (
        <ActionButton
          size="compact-xs"
          variant="default"
          aria-label={`Redeliver ${sequence}`}
          loading={redeliver.isPending && redeliver.variables.id === id}
          onClick={() => redeliver.mutate({ id })}
        >
          Redeliver
        </ActionButton>
      ),
  };
  const columns = [...columnsWith(setOpened), ...(mayChange ? [again] : [])];
  return (
    <Panel title="Deliveries" aside={mayChange && <RedeliverWindow />}>
      <QueryView query={query} height={240}>
        {({ webhookDeliveries }) => {
          const opened = webhookDeliveries.find(({ id }) => id === openedId);
          return (
            <>
              <Rows
                label="Webhook deliveries"
                rows={webhookDeliveries}
                columns={columns}
                keyOf={({ id }) => id}
                rowHeight={44}
                maxHeight="480px"
                empty={
                  <Empty icon={IconSend} title="No deliveries yet">
                    {mayChange ? 'Set a webhook URL and send a test.' : 'Webhook deliveries appear here.'}
                  </Empty>
                }
              />
              <SidePanel
                title={opened === undefined ? 'Delivery' : `Delivery ${opened.sequence}`}
                isOpen={opened !== undefined}
                onClose={() => setOpened(null)}
              >
                {opened !== undefined && <Attempts delivery={opened} />}
              </SidePanel>
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}

const columnsWith = (open: (id: string) => void): readonly Column<Delivery>[] => [
  {
    id: 'sequence',
    label: 'Number',
    width: '56px',
    cell: ({ id, sequence }) => (
      <Anchor component="button" type="button" fz="sm" aria-label={`Delivery ${sequence}`} onClick={() => open(id)}>
        {sequence}
      </Anchor>
    ),
  },
  { id: 'at', label: 'Time', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'status',
    label: 'Status',
    width: 'minmax(88px, 110px)',
    cell: ({ status }) => <Tone tone={tones[status]}>{status}</Tone>,
  },
  {
    id: 'type',
    leads: true,
    label: 'Type',
    cell: ({ type, incidentId }) =>
      incidentId == null ? (
        type
      ) : (
        <Anchor component={Link} to={`/incidents/${incidentId}`} fz="sm">
          {type}
        </Anchor>
      ),
  },
  {
    id: 'answer',
    label: 'Last response',
    width: 2,
    isForWide: true,
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      if (last === undefined) return '–';
      return (
        <Group gap="xs" wrap="nowrap">
          <span className="tabular">{last.status ?? 'none'}</span>
          <Text span variant="hint" className="tabular">
            {last.durationMs} ms
          </Text>
        </Group>
      );
    },
  },
];

type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>[number];

function Attempts({ delivery: { id, attempts, nextAttemptAt } }: { delivery: Delivery }) {
  return (
    <Stack>
      <Text variant="hint">
        <code>webhook-id</code> <span className="foreign">{id}</span>
      </Text>
      {attempts.length === 0 && <Text fz="sm">Not attempted yet.</Text>}
      {attempts.map(({ at, durationMs, status, answer, error }) => (
        <div key={at}>
          <Text fz="sm" fw={500}>
            <Tone tone={error == null ? 'good' : 'bad'}>{status == null ? 'no response' : `HTTP ${status}`}</Tone>{' '}
            <Text span variant="hint">
              after {durationMs} ms, <Time at={at} />
            </Text>
          </Text>
          {error != null && (
            <Text fz="sm">
              <ForeignText>{error}</ForeignText>
            </Text>
          )}
          {answer != null && answer !== '' && (
            <pre className="code foreign">
              <ForeignText>{answer}</ForeignText>
            </pre>
          )}
        </div>
      ))}
      {nextAttemptAt != null && (
        <Text fz="sm">
          Next attempt <Time at={nextAttemptAt} />.
        </Text>
      )}
    </Stack>
  );
}

const hourMs = 3_600_000;

/** Redelivers everything of a period, such as after data loss at the receiver. */
function RedeliverWindow() {
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const redeliver = useApiMutation(RedeliverWebhooksDocument, {
    failure: 'none',
    done: ({ redeliverWebhooks: count }) =>
      count === 1 ? 'Redelivering 1 delivery…' : `Redelivering ${count} deliveries…`,
    onDone: () => setOpen(false),
  });
  const open = () => {
    // Includes the current minute.
    const now = Date.now() + 60_000;
    setFrom(localInput(now - hourMs));
    setTo(localInput(now));
    redeliver.reset();
    setOpen(true);
  };
  const [fromMs, toMs] = [atLocal(from), atLocal(to)];
  const isWindow = fromMs !== null && toMs !== null && fromMs < toMs;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      width={320}
    >
      <Popover.Target>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => (isOpen ? setOpen(false) : open())}>
          Redeliver period…
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Redeliver period">
        <Form
          mutation={redeliver}
          gap="sm"
          onSubmit={() => {
            if (isWindow) redeliver.mutate({ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() });
          }}
        >
          <TextInput type="datetime-local" label="From" {...bindText(from, setFrom)} />
          <TextInput type="datetime-local" label="To" {...bindText(to, setTo)} />
          <Text variant="note">Deliveries keep their id and number, so that receivers can detect duplicates.</Text>
          <Group>
            <ActionButton type="submit" size="xs" variant="default" disabled={!isWindow} loading={redeliver.isPending}>
              Redeliver all
            </ActionButton>
          </Group>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}
