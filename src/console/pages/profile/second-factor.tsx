import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Form } from '../../display/form.tsx';
import { Panel } from '../../display/panel.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { useViewer } from '../../session/viewer.ts';
import {
  RemoveSecondFactorDocument,
  RenewRecoveryCodesDocument,
  SetUpSecondFactorDocument,
} from './operations.generated.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

type Act = 'set up' | 'renew' | 'remove';

/** A code of an authenticator app at each sign-in. */
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
    done: 'You sign in by password alone from now on.',
    onDone: () => setAct(null),
  });
  const end = () => {
    setAct(null);
    setUp.reset();
  };
  const running = act === 'set up' ? setUp : act === 'renew' ? renew : remove;
  const made = setUp.data?.setUpSecondFactor;
  return (
    <Panel title="Second factor">
      <Stack>
        <Tone tone={person.hasSecondFactor ? 'good' : 'idle'}>
          {person.hasSecondFactor ? 'in use: each sign-in takes a code of your app' : 'not in use'}
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
                  New recovery codes
                </Button>
                <Button variant="default" onClick={() => setAct('remove')}>
                  Remove
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
      <Text fz="sm">Show that it is you.</Text>
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
        <ActButton type="submit" loading={isPending}>
          Go on
        </ActButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}
