import { Anchor, Group, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { SidePanel } from '../../display/dialogs/side-panel.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import type { Column } from '../../display/lists/column.ts';
import { Nothing } from '../../display/lists/nothing.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { Panel } from '../../display/panel.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { Attempts, type Delivery } from './attempts.tsx';
import { RedeliverOneDocument, WebhookDeliveriesDocument } from './operations.generated.ts';
import { RedeliverWindow } from './redeliver-window.tsx';

const tones = { pending: 'busy', delivered: 'good', failed: 'bad' } as const;

/** What was sent to the webhook, what the receiver answered, and sending it again. */
export function Deliveries({ mayChange }: { mayChange: boolean }) {
  const query = useApiQuery(WebhookDeliveriesDocument, {}, { shows: ['notification'] });
  const [openedId, setOpened] = useState<string | null>(null);
  const redeliver = useApiMutation(RedeliverOneDocument, {
    done: ({ redeliverWebhook: { sequence } }) => `Delivery ${sequence} is on its way again.`,
  });
  const again: Column<Delivery> = {
    id: 'again',
    label: 'Again',
    width: '84px',
    hidesLabel: true,
    cell: ({ id, sequence, status }) =>
      status !== 'pending' && (
        <ActButton
          size="compact-xs"
          variant="default"
          aria-label={`Deliver ${sequence} again`}
          loading={redeliver.isPending && redeliver.variables.id === id}
          onClick={() => redeliver.mutate({ id })}
        >
          Redeliver
        </ActButton>
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
                label="Sent deliveries"
                rows={webhookDeliveries}
                columns={columns}
                keyOf={({ id }) => id}
                rowHeight={44}
                maxHeight="480px"
                empty={
                  <Nothing icon={IconSend} title="Nothing was sent yet">
                    {mayChange ? 'Set an address and send a test.' : 'What is sent to the webhook will stand here.'}
                  </Nothing>
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
  { id: 'at', label: 'When', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'status',
    label: 'Status',
    width: 'minmax(88px, 110px)',
    cell: ({ status }) => <Tone tone={tones[status]}>{status}</Tone>,
  },
  {
    id: 'type',
    leads: true,
    label: 'What',
    cell: ({ type, incidentId }) =>
      incidentId == null ? (
        type
      ) : (
        <Anchor component={Link} to="/incidents/$incidentId" params={{ incidentId } as never} fz="sm">
          {type}
        </Anchor>
      ),
  },
  {
    id: 'answer',
    label: 'Last answer',
    width: 'minmax(0, 2fr)',
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
