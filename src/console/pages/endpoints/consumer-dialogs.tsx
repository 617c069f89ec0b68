import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  CreateConsumerDocument,
  RevokeConsumerDocument,
  RotateConsumerSecretDocument,
} from '../../../client/operations.generated.ts';
import type { ConsumerPreset } from '../../../contract/types.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { ConfirmButton, DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import { lives, secondsOf } from '../keys/key-life.ts';

const presets: readonly { value: ConsumerPreset; label: string }[] = [
  { value: 'read', label: 'Read the chain and the mempool' },
  { value: 'indexer', label: 'Indexer or explorer' },
  { value: 'lightning', label: 'Lightning node' },
  { value: 'mining', label: 'Miner or pool' },
  { value: 'wallet', label: 'Loaded wallets' },
];

export function CreateConsumer({ endpoint: { id: endpointId } }: { endpoint: { id: string } }) {
  const form = useForm({ initialValues: { name: '', preset: 'read' as ConsumerPreset, days: '' } });
  const create = useFormMutation(CreateConsumerDocument);
  const created = create.data?.createConsumer;
  if (created !== undefined)
    return (
      <ShownOnce title={`Consumer ${created.consumer.name}`} what="secret" text={created.secret}>
        The password of Basic authentication, with {created.consumer.name} as the user.
      </ShownOnce>
    );
  const submit = ({ name, preset, days }: typeof form.values) =>
    create.mutate({ data: { endpointId, name, preset, expiresInSeconds: secondsOf(days) } });
  return (
    <Form mutation={create} onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Name"
        description="The user of Basic authentication, for example “electrs”"
        required
        maxLength={63}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select label="Methods" data={presets} allowDeselect={false} {...form.getInputProps('preset')} />
      <Select label="Expires after" data={lives} {...form.getInputProps('days')} />
      <FormEnd act="Create consumer" />
    </Form>
  );
}

interface ConsumerProps {
  consumer: { id: string; name: string };
}

export const RotateConsumer = ({ consumer }: ConsumerProps) => (
  <DialogButton
    label="Rotate"
    title={`Rotate the secret of ${consumer.name}`}
    size="xs"
    variant="default"
    aria-label={`Rotate secret of ${consumer.name}`}
  >
    <RotateForm consumer={consumer} />
  </DialogButton>
);

const previousLives = [
  { value: '0', label: 'Immediately' },
  { value: '3600', label: 'In 1 hour' },
  { value: '86400', label: 'In 1 day' },
  { value: '604800', label: 'In 1 week' },
];

function RotateForm({ consumer: { id, name } }: ConsumerProps) {
  const form = useForm({ initialValues: { seconds: '3600' } });
  const rotate = useFormMutation(RotateConsumerSecretDocument);
  const rotated = rotate.data?.rotateConsumerSecret;
  if (rotated !== undefined)
    return (
      <ShownOnce title={`Consumer ${name}`} what="secret" text={rotated.secret}>
        Replace the previous secret where {name} runs.
      </ShownOnce>
    );
  const submit = ({ seconds }: typeof form.values) =>
    rotate.mutate({ where: { id }, previousExpiresInSeconds: Number(seconds) });
  return (
    <Form mutation={rotate} onSubmit={form.onSubmit(submit)}>
      <Select
        label="Previous secret expires"
        data={previousLives}
        allowDeselect={false}
        {...form.getInputProps('seconds')}
      />
      <FormEnd act="Rotate secret" />
    </Form>
  );
}

export const RevokeConsumer = ({ consumer: { id, name } }: ConsumerProps) => (
  <ConfirmButton
    size="xs"
    variant="default"
    aria-label={`Revoke ${name}`}
    question={{
      title: `Revoke consumer ${name}?`,
      consequence:
        'Programs that use it lose access within two seconds, on each host that is online. No node restarts.',
      act: 'Revoke consumer',
      variables: { where: { id } },
    }}
    operation={RevokeConsumerDocument}
    done="Consumer revoked."
  >
    Revoke…
  </ConfirmButton>
);
