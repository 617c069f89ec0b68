import { PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  CreateNotificationChannelDocument,
  UpdateNotificationChannelDocument,
} from '../../../client/operations.generated.ts';
import type { AlertSeverity, NotificationChannelKind } from '../../../contract/types.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { bindText, Form, FormEnd, useCloseDialog } from '../../display/form.tsx';
import { type Channel, kinds, severities, type TargetField } from './kinds.ts';

/** Adds a channel, or changes one: its kind stays, and so do empty fields. */
export function ChannelForm({ channel }: { channel?: Channel }) {
  const [kind, setKind] = useState<NotificationChannelKind>(channel?.kind ?? 'slack');
  const [name, setName] = useState(channel?.name ?? '');
  const [target, setTarget] = useState<Partial<Record<TargetField, string>>>({});
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
      <ShownOnce title="Webhook secret" what="secret" text={secret}>
        Your server verifies signatures with it.
      </ShownOnce>
    );
  const look = kinds[kind];
  const submit = () => {
    const typed = look.fields.map(({ key }) => [key, target[key]?.trim()]).filter(([, text]) => text);
    const { addresses, ...texts }: typeof target = Object.fromEntries(typed);
    const data = {
      ...{ name: name.trim() || look.name, lowestSeverity },
      ...{ ...texts, addresses: addresses?.split(/[\s,;]+/) },
    };
    if (channel === undefined) create.mutate({ data: { kind, ...data } });
    else update.mutate({ data, where: { id: channel.id } });
  };
  return (
    <Form mutation={channel === undefined ? create : update} onSubmit={submit}>
      {channel === undefined && (
        <Select
          label="Send to"
          data-autofocus
          data={Object.entries(kinds).map(([value, { name: label }]) => ({ value, label }))}
          value={kind}
          onChange={(value) => setKind(value as NotificationChannelKind)}
        />
      )}
      <Text variant="hint">{look.help}</Text>
      {look.fields.map(({ key, label, placeholder, isSecret }) => {
        const Field = isSecret ? PasswordInput : TextInput;
        const bound = bindText(target[key] ?? '', (text) => setTarget({ ...target, [key]: text }));
        return <Field key={key} label={label} placeholder={channel ? 'unchanged' : placeholder} {...bound} />;
      })}
      <TextInput label="Name" placeholder={look.name} data-autofocus {...bindText(name, setName)} />
      <Select
        label="Notify about"
        data={severities}
        value={lowestSeverity}
        onChange={(value) => setSeverity(value as AlertSeverity)}
      />
      <FormEnd act={channel === undefined ? 'Add channel' : 'Save channel'} />
    </Form>
  );
}
