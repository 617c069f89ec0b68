import { Group, Menu, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useState } from 'react';
import {
  DeleteNotificationChannelDocument,
  RotateWebhookSecretDocument,
  TestNotificationWebhookDocument,
  UpdateNotificationChannelDocument,
  WebhookDeliveryDocument,
} from '../../../client/operations.generated.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { ActionsMenu, Confirm, Dialog, DialogButton } from '../../display/dialogs.tsx';
import { MutationButton, OperationButton } from '../../display/form.tsx';
import { useAddressChange } from '../../display/lists/filters.tsx';
import { Empty } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignLine, ForeignText, Lasting, MessageText, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { ChannelForm } from './channel-form.tsx';
import { type Channel, kinds, severities } from './kinds.ts';

export function Channels({ channels }: { channels: readonly Channel[] }) {
  const { mayChange } = useRights();
  // Always in this place: its dialog shows the secret of a new webhook.
  const add = mayChange && (
    <DialogButton label="Add channel" size="xs" variant={channels.length === 0 ? 'filled' : 'default'}>
      <ChannelForm />
    </DialogButton>
  );
  return (
    <Panel title="Channels" aside={add}>
      {channels.length === 0 ? (
        <Empty icon={IconBroadcast} title="No channels yet">
          {mayChange
            ? 'Get incidents by email, in Slack, Telegram or ntfy, or on your own server.'
            : 'Ask an owner or admin of the organization to add one.'}
        </Empty>
      ) : (
        <SimpleGrid component="ul" className="plain" cols={{ base: 1, md: 2 }}>
          {channels.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  );
}

interface ChannelProps {
  channel: Channel;
}

function ChannelCard({ channel }: ChannelProps) {
  const { mayChange } = useRights();
  const { id, kind, name, target, lowestSeverity } = channel;
  const { icon: Icon, name: kindName } = kinds[kind];
  const [testId, setTestId] = useState<string>();
  const test = useApiMutation(TestNotificationWebhookDocument, {
    onDone: ({ testNotificationWebhook: { delivery } }) => setTestId(delivery.id),
  });
  const label = severities.find(({ value }) => value === lowestSeverity)?.label;
  return (
    <Stack component="li" className="panel" p="sm" gap="xs" justify="space-between">
      <Group wrap="nowrap" align="start" gap="sm">
        <Icon size={22} aria-hidden style={{ flex: 'none' }} />
        <Stack gap={2} flex={1} miw={0}>
          <ForeignLine fw={600}>{name}</ForeignLine>
          <Text variant="note">
            {kindName} · <ForeignText>{target}</ForeignText> · {label}
          </Text>
          <Text fz="sm" component="div">
            <ChannelState channel={channel} />
          </Text>
        </Stack>
        {mayChange && <ChannelMenu channel={channel} />}
      </Group>
      {mayChange && (
        <Group gap="sm" ps={34}>
          {channel.enabled ? (
            <MutationButton
              mutation={test}
              variables={{ where: { id } }}
              size="xs"
              variant="default"
              aria-label={`Send test to ${name}`}
            >
              Send test
            </MutationButton>
          ) : (
            <OperationButton
              operation={UpdateNotificationChannelDocument}
              variables={{ data: { enabled: true }, where: { id } }}
              size="xs"
              aria-label={`Enable channel ${name}`}
              done="Channel enabled."
            >
              Enable channel
            </OperationButton>
          )}
          <Text fz="xs" role="status" component="div" flex={1} miw={0}>
            {testId !== undefined && <TestOutcome id={testId} />}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function ChannelState({ channel }: ChannelProps) {
  const { enabled, goneAt, failingSince, lastFailure, lastDeliveredAt } = channel;
  const failedAt = goneAt ?? (enabled ? failingSince : null);
  if (failedAt != null)
    return (
      <>
        <Tone tone="bad">{goneAt == null ? 'Failing for' : 'Disabled for'}</Tone> <Lasting since={failedAt} />:{' '}
        <MessageText>{lastFailure ?? 'no answer'}</MessageText>
      </>
    );
  if (!enabled || lastDeliveredAt == null) return <Tone tone="idle">{enabled ? 'Nothing sent yet' : 'Disabled'}</Tone>;
  return (
    <>
      <Tone tone="good">Delivered</Tone> <Time at={lastDeliveredAt} isPast />
    </>
  );
}

function TestOutcome({ id }: { id: string }) {
  // A change may come while the first answer is under way.
  const shows = { shows: ['notification'], everySeconds: 2 } as const;
  const { data } = useApiQuery(WebhookDeliveryDocument, { where: { id } }, shows);
  const delivery = data?.webhookDelivery;
  const last = delivery?.attempts.at(-1);
  if (delivery == null || last === undefined) return <Tone tone="busy">Sending…</Tone>;
  if (last.error == null) return <Tone tone="good">{`Test delivered in ${last.durationMs} ms`}</Tone>;
  return (
    <>
      <Tone tone="bad">Test failed</Tone>{' '}
      <MessageText>{[last.error, last.answer].filter((text) => text != null && text !== '').join(': ')}</MessageText>
    </>
  );
}

function ChannelMenu({ channel }: ChannelProps) {
  const { id, name, kind, enabled } = channel;
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'delete'>();
  const close = () => setAsked(undefined);
  const change = useAddressChange();
  const disable = useApiMutation(UpdateNotificationChannelDocument, { done: 'Channel disabled.' });
  const rotate = useApiMutation(RotateWebhookSecretDocument, { onDone: () => setAsked('rotate') });
  const question = {
    title: `Delete ${name}?`,
    consequence: 'Its pending deliveries are dropped.',
    act: 'Delete channel',
    variables: { where: { id } },
  };
  return (
    <>
      <ActionsMenu of={name}>
        <Menu.Item onClick={() => setAsked('edit')}>Edit channel…</Menu.Item>
        <Menu.Item onClick={() => change({ channel: id })}>View deliveries</Menu.Item>
        {kind === 'webhook' && enabled && (
          <Menu.Item onClick={() => rotate.mutate({ where: { id } })}>Rotate secret</Menu.Item>
        )}
        {enabled && (
          <Menu.Item onClick={() => disable.mutate({ data: { enabled: false }, where: { id } })}>
            Disable channel
          </Menu.Item>
        )}
        <Menu.Item onClick={() => setAsked('delete')}>Delete channel…</Menu.Item>
      </ActionsMenu>
      <Confirm
        question={asked === 'delete' ? question : undefined}
        operation={DeleteNotificationChannelDocument}
        done="Channel deleted."
        onClose={close}
      />
      <Dialog title={`Edit ${name}`} isOpen={asked === 'edit'} onClose={close}>
        <ChannelForm channel={channel} />
      </Dialog>
      <Dialog title={`New secret of ${name}`} isOpen={asked === 'rotate'} onClose={close}>
        <ShownOnce title="Webhook secret" what="secret" text={rotate.data?.rotateWebhookSecret.secret ?? ''}>
          Previous secrets stay valid for a day.
        </ShownOnce>
      </Dialog>
    </>
  );
}
