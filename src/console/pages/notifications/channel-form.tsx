import { Group, PasswordInput, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  CreateNotificationChannelDocument,
  UpdateNotificationChannelDocument,
} from '../../../client/operations.generated.ts';
import type { AlertSeverity, NotificationChannelKind } from '../../../contract/types.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { bindText, Form, FormEnd, FormResult, useCloseDialog } from '../../display/form.tsx';
import type { Channel } from './channels.tsx';
import { kinds } from './kinds.ts';

export const severities: { value: AlertSeverity; label: string }[] = [
  { value: 'info', label: 'everything' },
  { value: 'warning', label: 'warnings' },
  { value: 'critical', label: 'critical only' },
];

const kindNames = Object.entries(kinds).map(([value, { name }]) => ({ value, label: name }));

const orUndefined = (text: string): string | undefined => text.trim() || undefined;

/** Adds a channel, or changes one: its kind stays, and empty fields too. */
export function ChannelForm({ channel }: { channel?: Channel }) {
  const [kind, setKind] = useState<NotificationChannelKind>(channel?.kind ?? 'email');
  const [name, setName] = useState(channel?.name ?? '');
  const [url, setUrl] = useState('');
  const [addresses, setAddresses] = useState(channel?.kind === 'email' ? channel.target : '');
  const [chatId, setChatId] = useState(channel?.kind === 'telegram' ? channel.target : '');
  const [token, setToken] = useState('');
  const [lowestSeverity, setSeverity] = useState<AlertSeverity>(channel?.lowestSeverity ?? 'warning');
  const close = useCloseDialog();
  const create = useFormMutation(CreateNotificationChannelDocument, {
    done: ({ createNotificationChannel: { channel: created } }) => `${created.name} added. Send a test.`,
    onDone: ({ createNotificationChannel: { webhookSecret } }) => webhookSecret == null && close(),
  });
  const update = useFormMutation(UpdateNotificationChannelDocument, { done: 'Channel saved.', onDone: close });
  const secret = create.data?.createNotificationChannel.webhookSecret;
  if (secret != null)
    return (
      <FormResult>
        <ShownOnce title="Webhook secret" what="secret" text={secret}>
          Your server verifies signatures with it.
        </ShownOnce>
      </FormResult>
    );
  const look = kinds[kind];
  const target = {
    url: look.url && orUndefined(url),
    addresses: kind === 'email' ? addresses.split(/[\s,;]+/).filter((address) => address !== '') : undefined,
    chatId: kind === 'telegram' ? orUndefined(chatId) : undefined,
    token: look.token && orUndefined(token),
  };
  const submit = () => {
    const data = { name: orUndefined(name) ?? look.name, lowestSeverity, ...target };
    if (channel === undefined) create.mutate({ data: { kind, ...data } });
    else update.mutate({ data, where: { id: channel.id } });
  };
  const unchanged = channel === undefined ? undefined : 'unchanged';
  return (
    <Form mutation={channel === undefined ? create : update} onSubmit={submit}>
      {channel === undefined && (
        <Select
          label="Send to"
          data={kindNames}
          value={kind}
          onChange={(value) => setKind(value as NotificationChannelKind)}
        />
      )}
      <Text variant="hint">{look.help}</Text>
      {look.url?.isSecret && (
        <PasswordInput
          label={look.url.label}
          placeholder={unchanged ?? look.url.placeholder}
          {...bindText(url, setUrl)}
        />
      )}
      {look.url && !look.url.isSecret && (
        <TextInput
          label={look.url.label}
          type="url"
          placeholder={unchanged ?? look.url.placeholder}
          {...bindText(url, setUrl)}
        />
      )}
      {kind === 'email' && (
        <TextInput
          label="Addresses"
          placeholder="ops@example.com, oncall@example.com"
          {...bindText(addresses, setAddresses)}
        />
      )}
      {look.token && (
        <PasswordInput
          label={look.token.label}
          placeholder={unchanged ?? (look.token.isOptional ? 'only if the topic is protected' : '123456:ABC-DEF')}
          {...bindText(token, setToken)}
        />
      )}
      {kind === 'telegram' && (
        <TextInput label="Chat ID" placeholder="-1001234567890" {...bindText(chatId, setChatId)} />
      )}
      <TextInput label="Name" placeholder={look.name} {...bindText(name, setName)} />
      <Group justify="space-between">
        <Text fz="sm" fw={500}>
          Notify about
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Notify about"
          data={severities}
          value={lowestSeverity}
          onChange={(value) => setSeverity(value as AlertSeverity)}
        />
      </Group>
      <FormEnd act={channel === undefined ? 'Add channel' : 'Save channel'} />
    </Form>
  );
}
