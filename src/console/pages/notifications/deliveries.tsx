import { Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  RedeliverWebhookDocument,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { OperationButton } from '../../display/form.tsx';
import { actionsColumn, type Column, wideColumn } from '../../display/lists/column.ts';
import { ChoiceFilter } from '../../display/lists/filters.tsx';
import { Empty } from '../../display/lists/list.tsx';
import { Rows, toneColumn } from '../../display/lists/rows.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignLine, ForeignText, PageLink, TextButton, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { deliveryState } from './delivery-state.ts';
import type { Channel } from './kinds.ts';

const tones = { pending: 'busy', retrying: 'warning', delivered: 'good', failed: 'bad' } as const;

export function Deliveries({ channels }: { channels: readonly Channel[] }) {
  const { mayChange } = useRights();
  const { channel: id } = useSearch({ from: '/shell/notifications' });
  const query = useApiQuery(
    WebhookDeliveriesDocument,
    { where: id === undefined ? null : { id } },
    { shows: ['notification'], keepsPrevious: true },
  );
  const [openedId, setOpened] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id !== undefined) top.current?.scrollIntoView({ block: 'start' });
  }, [id]);
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const columns = [...columnsWith(names, setOpened), ...(mayChange ? [redeliverColumn] : [])];
  const aside = channels.length > 0 && (
    <ChoiceFilter
      label="Channel"
      field="channel"
      values={channels.map(({ id }) => id)}
      wordOf={(id) => names.get(id) ?? id}
    />
  );
  return (
    <div ref={top}>
      <Panel title="Deliveries" aside={aside}>
        <QueryView query={query} height={240}>
          {({ webhookDeliveries }) => {
            const opened = webhookDeliveries.find(({ id }) => id === openedId);
            return (
              <>
                <Rows
                  label="Latest deliveries"
                  rows={webhookDeliveries}
                  columns={columns}
                  rowHeight={44}
                  maxHeight="480px"
                  empty={
                    <Empty icon={IconSend} title="No deliveries yet">
                      Messages to your channels appear here with the receiver’s answer.
                    </Empty>
                  }
                />
                <SidePanel title={({ sequence }) => `Delivery ${sequence}`} of={opened} onClose={() => setOpened(null)}>
                  {(delivery) => <Attempts delivery={delivery} />}
                </SidePanel>
              </>
            );
          }}
        </QueryView>
      </Panel>
    </div>
  );
}

const columnsWith = (names: ReadonlyMap<string, string>, open: (id: string) => void): readonly Column<Delivery>[] => [
  {
    label: 'Number',
    width: '64px',
    cell: ({ id, sequence }) => (
      <TextButton aria-label={`Delivery ${sequence}`} onClick={() => open(id)}>
        {sequence}
      </TextButton>
    ),
  },
  wideColumn('Time', '110px', ({ createdAt }) => <Time at={createdAt} />),
  wideColumn('Channel', 1, ({ channelId }) => <ForeignText>{names.get(channelId) ?? 'deleted'}</ForeignText>),
  toneColumn('Status', 'minmax(88px, 110px)', tones, deliveryState),
  {
    leads: true,
    label: 'Type',
    cell: ({ type, incidentId }) => {
      const word = type === 'webhook.test' ? 'test' : type.replace('.', ' ');
      return incidentId == null ? word : <PageLink to={`/incidents/${incidentId}`}>{word}</PageLink>;
    },
  },
  wideColumn('Last response', 2, ({ attempts, nextAttemptAt }) => {
    const last = attempts.at(-1);
    if (last === undefined) return '–';
    return (
      <Group gap="xs" wrap="nowrap">
        {last.status ?? <ForeignLine>{last.error ?? 'no response'}</ForeignLine>}
        <Text span variant="hint" className="nowrap">
          {nextAttemptAt == null ? (
            `${last.durationMs} ms`
          ) : (
            <>
              attempt {attempts.length}, next <Time at={nextAttemptAt} />
            </>
          )}
        </Text>
      </Group>
    );
  }),
];

const redeliverColumn = actionsColumn<Delivery>('84px', ({ id, sequence, status }) =>
  status !== 'pending' ? (
    <OperationButton
      size="compact-sm"
      aria-label={`Redeliver ${sequence}`}
      operation={RedeliverWebhookDocument}
      variables={{ where: { id } }}
      done={({ redeliverWebhook: { delivery } }) => `Redelivering ${delivery.sequence}…`}
    >
      Redeliver
    </OperationButton>
  ) : null,
);

type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>[number];

const Attempts = ({ delivery: { id, attempts, nextAttemptAt } }: { delivery: Delivery }) => (
  <Stack>
    <Text variant="hint">
      <code>webhook-id</code> <span className="foreign">{id}</span>
    </Text>
    {attempts.length === 0 && <Text fz="sm">Not attempted yet.</Text>}
    {attempts.map(({ at, durationMs, status, answer, error }) => (
      <div key={at}>
        <Text fz="sm" fw={500}>
          <Tone tone={error == null ? 'good' : 'bad'}>{status == null ? 'no response' : `status ${status}`}</Tone>{' '}
          <Text span variant="hint">
            after {durationMs} ms, <Time at={at} />
          </Text>
        </Text>
        <ForeignLine>{error}</ForeignLine>
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
