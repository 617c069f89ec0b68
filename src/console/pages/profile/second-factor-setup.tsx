import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { useApiMutation } from '../../api/use-api.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Form } from '../../display/form.tsx';
import { ConfirmSecondFactorDocument } from './operations.generated.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface SetupProps {
  uri: string;
  recoveryCodes: readonly string[];
  onEnd: () => void;
}

/** Brings the secret into an authenticator app, and asks for a code of it. */
export function SecondFactorSetup({ uri, recoveryCodes, onEnd }: SetupProps) {
  const confirm = useApiMutation(ConfirmSecondFactorDocument, {
    failure: 'none',
    done: 'From now on, signing in takes a code of your app.',
    onDone: onEnd,
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <Form mutation={confirm} onSubmit={form.onSubmit(({ code }) => confirm.mutate({ code: code.replace(/\s/g, '') }))}>
      <Text fz="sm">1. Scan this with your authenticator app, or type the secret into it.</Text>
      <QrCode text={uri} />
      <CodeBlock text={secret} what="the secret" />
      <Text fz="sm">2. Keep these recovery codes where you keep your passwords.</Text>
      <RecoveryCodes codes={recoveryCodes} />
      <TextInput
        label="3. The six digits that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maw={320}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <Group>
        <ActButton type="submit" loading={confirm.isPending}>
          Use it from now on
        </ActButton>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}

/** A QR code. Dark on light in both color schemes: apps expect it so. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 2 }), [text]);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} role="img" shapeRendering="crispEdges">
      <title>QR code of the secret</title>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
