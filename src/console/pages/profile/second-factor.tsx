import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { renderSVG } from 'uqr';
import {
  ConfirmSecondFactorDocument,
  RemoveSecondFactorDocument,
  RenewRecoveryCodesDocument,
  SetUpSecondFactorDocument,
} from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd, FormResult, useCloseDialog } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { Tone } from '../../display/text.tsx';
import { useViewer } from '../../session/viewer.ts';

export function SecondFactor() {
  const { hasSecondFactor } = useViewer().person;
  return (
    <Panel title="Two-factor authentication">
      <Stack>
        <Tone tone={hasSecondFactor ? 'good' : 'idle'}>
          {hasSecondFactor ? 'On: sign-in requires a code from your app' : 'Off'}
        </Tone>
        <Group>
          {hasSecondFactor ? (
            <>
              <DialogButton label="Create new recovery codes" variant="default">
                <RenewCodes />
              </DialogButton>
              <DialogButton label="Turn off" title="Turn off two-factor authentication" variant="default">
                <TurnOff />
              </DialogButton>
            </>
          ) : (
            <DialogButton label="Set up two-factor" title="Set up two-factor authentication" variant="default">
              <SetUp />
            </DialogButton>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

function SetUp() {
  const setUp = useFormMutation(SetUpSecondFactorDocument);
  const made = setUp.data?.setUpSecondFactor;
  if (made === undefined) return <AskPassword mutation={setUp} />;
  return <ConfirmCode {...made} />;
}

function RenewCodes() {
  const renew = useFormMutation(RenewRecoveryCodesDocument);
  const codes = renew.data?.renewRecoveryCodes.recoveryCodes;
  if (codes === undefined) return <AskPassword mutation={renew} />;
  return (
    <FormResult>
      <RecoveryCodes codes={codes} />
    </FormResult>
  );
}

function TurnOff() {
  const remove = useFormMutation(RemoveSecondFactorDocument, {
    done: 'Two-factor authentication is off.',
    onDone: useCloseDialog(),
  });
  return <AskPassword mutation={remove} />;
}

interface AskPasswordProps {
  mutation: { error: Error | null; isPending: boolean; mutate: (variables: { password: string }) => void };
}

function AskPassword({ mutation }: AskPasswordProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  return (
    <Form mutation={mutation} onSubmit={form.onSubmit((variables) => mutation.mutate(variables))}>
      <Text fz="sm">Confirm your password to continue.</Text>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        data-autofocus
        {...form.getInputProps('password')}
      />
      <FormEnd act="Continue" />
    </Form>
  );
}

function ConfirmCode({ uri, recoveryCodes }: { uri: string; recoveryCodes: readonly string[] }) {
  const confirm = useFormMutation(ConfirmSecondFactorDocument, {
    done: 'Two-factor authentication is on.',
    onDone: useCloseDialog(),
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <Form mutation={confirm} onSubmit={form.onSubmit(({ code }) => confirm.mutate({ code: code.replace(/\s/g, '') }))}>
      <Text fz="sm">1. Scan this code with your authenticator app, or enter the secret.</Text>
      {/* Dark on light in both color schemes, as apps expect. */}
      <img
        alt="QR code of the secret"
        width={200}
        height={200}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
      />
      <CodeBlock text={secret} what="secret" />
      <Text fz="sm">2. Store these recovery codes in your password manager.</Text>
      <RecoveryCodes codes={recoveryCodes} />
      <TextInput
        label="3. Enter the six-digit code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.getInputProps('code')}
      />
      <FormEnd act="Turn on" />
    </Form>
  );
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <Stack gap="xs">
    <CodeBlock text={codes.join('\n')} what="recovery codes" />
    <Text variant="note">Each code replaces the app for one sign-in. Copy them now; you won’t see them again.</Text>
  </Stack>
);
