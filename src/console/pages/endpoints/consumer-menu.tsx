import { Menu, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { RevokeConsumerDocument, RotateConsumerSecretDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { ActionsMenu, Confirm, Dialog } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import { EditConsumer } from './consumer-form.tsx';
import type { EndpointConsumersQuery } from './operations.generated.ts';

interface ConsumerProps {
  consumer: NonNullable<EndpointConsumersQuery['consumers']>[number];
}

export function ConsumerMenu({ consumer }: ConsumerProps) {
  const { id, name } = consumer;
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'revoke'>();
  const close = () => setAsked(undefined);
  const question = {
    title: `Revoke consumer ${name}?`,
    consequence: 'Programs that use it lose access within two seconds, on each host that is online. No node restarts.',
    act: 'Revoke consumer',
    variables: { where: { id } },
  };
  return (
    <>
      <ActionsMenu of={name}>
        <Menu.Item onClick={() => setAsked('edit')}>Edit consumer…</Menu.Item>
        <Menu.Item onClick={() => setAsked('rotate')}>Rotate secret…</Menu.Item>
        <Menu.Item onClick={() => setAsked('revoke')}>Revoke consumer…</Menu.Item>
      </ActionsMenu>
      <Dialog title={`Edit ${name}`} isOpen={asked === 'edit'} onClose={close}>
        <EditConsumer consumer={consumer} />
      </Dialog>
      <Dialog title={`Rotate the secret of ${name}`} isOpen={asked === 'rotate'} onClose={close}>
        <RotateForm consumer={consumer} />
      </Dialog>
      <Confirm
        question={asked === 'revoke' ? question : undefined}
        operation={RevokeConsumerDocument}
        done="Consumer revoked."
        onClose={close}
      />
    </>
  );
}

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
      <Select label="Previous secret expires" data={previousLives} {...form.getInputProps('seconds')} />
      <FormEnd act="Rotate secret" />
    </Form>
  );
}
