import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import {
  ConfirmSecondFactorDocument,
  RemoveSecondFactorDocument,
  RenewRecoveryCodesDocument,
  SetUpSecondFactorDocument,
} from '../../../client/operations.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { Form } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { Tone } from '../../display/tone.tsx';
import { useViewer } from '../../session/viewer.ts';

type Act = 'set up' | 'renew' | 'remove';

export function SecondFactor() {
  const { person } = useViewer();
  const [act, setAct] = useState<Act | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const setUp = useApiMutation(SetUpSecondFactorDocument, { failure: 'none' });
  const renew = useApiMutation(RenewRecoveryCodesDocument, {
    failure: 'none',
    onDone: ({ renewRecoveryCodes }) => {
      setCodes(renewRecoveryCodes);
      setAct(null);
    },
  });
  const remove = useApiMutation(RemoveSecondFactorDocument, {
    failure: 'none',
    done: 'Two-factor authentication is off.',
    onDone: () => setAct(null),
  });
  const end = () => {
    setAct(null);
    setUp.reset();
  };
  const running = act === 'set up' ? setUp : act === 'renew' ? renew : remove;
  const made = setUp.data?.setUpSecondFactor;
  return (
    <Panel title="Two-factor authentication">
      <Stack>
        <Tone tone={person.hasSecondFactor ? 'good' : 'idle'}>
          {person.hasSecondFactor ? 'On: sign-in requires a code from your app' : 'Off'}
        </Tone>
        {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
        {act === 'set up' && made !== undefined ? (
          <SecondFactorSetup {...made} onEnd={end} />
        ) : act !== null ? (
          <AskPassword
            error={running.error}
            isPending={running.isPending}
            onCancel={end}
            onPassword={(password) => running.mutate({ password })}
          />
        ) : (
          <Group>
            {person.hasSecondFactor ? (
              <>
                <Button variant="default" onClick={() => setAct('renew')}>
                  Create new recovery codes
                </Button>
                <Button variant="default" onClick={() => setAct('remove')}>
                  Turn off
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={() => setAct('set up')}>
                Set up
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

interface AskPasswordProps {
  error: Error | null;
  isPending: boolean;
  onPassword: (password: string) => void;
  onCancel: () => void;
}

function AskPassword({ error, isPending, onPassword, onCancel }: AskPasswordProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  return (
    <Form mutation={{ error }} onSubmit={form.onSubmit(({ password }) => onPassword(password))}>
      <Text fz="sm">Confirm your password to continue.</Text>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        autoFocus
        maw={320}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Group>
        <ActionButton type="submit" loading={isPending}>
          Continue
        </ActionButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}

interface SetupProps {
  uri: string;
  recoveryCodes: readonly string[];
  onEnd: () => void;
}

function SecondFactorSetup({ uri, recoveryCodes, onEnd }: SetupProps) {
  const confirm = useApiMutation(ConfirmSecondFactorDocument, {
    failure: 'none',
    done: 'Two-factor authentication is on.',
    onDone: onEnd,
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <Form mutation={confirm} onSubmit={form.onSubmit(({ code }) => confirm.mutate({ code: code.replace(/\s/g, '') }))}>
      <Text fz="sm">1. Scan this code with your authenticator app, or enter the secret.</Text>
      <QrCode text={uri} />
      <CodeBlock text={secret} what="secret" />
      <Text fz="sm">2. Store these recovery codes in your password manager.</Text>
      <RecoveryCodes codes={recoveryCodes} />
      <TextInput
        label="3. Enter the six-digit code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maw={320}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <Group>
        <ActionButton type="submit" loading={confirm.isPending}>
          Turn on
        </ActionButton>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}

/** A QR code, dark on light in both color schemes, as apps expect. */
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

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept?: () => void }) {
  return (
    <Stack gap="xs">
      <CodeBlock text={codes.join('\n')} what="recovery codes" />
      <Text variant="note">Each code replaces the app for one sign-in. Copy them now; you won’t see them again.</Text>
      {onKept !== undefined && (
        <Group>
          <Button size="xs" variant="default" onClick={onKept}>
            I saved the codes
          </Button>
        </Group>
      )}
    </Stack>
  );
}
