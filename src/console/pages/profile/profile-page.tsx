import { Group, PasswordInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  ApiKeysDocument,
  ChangePasswordDocument,
  EndOtherSessionsDocument,
  EndSessionDocument,
  SessionsDocument,
} from '../../../client/operations.generated.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { Form, OperationButton, SubmitButton } from '../../display/form.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { Dated, ForeignText, Named } from '../../display/text.tsx';
import { passwordFault } from '../../session/credentials.ts';
import { useRights, useViewer } from '../../session/viewer.ts';
import { KeyLine } from '../keys/key-line.tsx';
import { MakeKey } from '../keys/make-key.tsx';
import { SecondFactor } from './second-factor.tsx';

export function ProfilePage() {
  const { person, role, organization, controlPlaneVersion } = useViewer();
  // Without a name, the email is the name.
  const who = person.name === person.email ? person.email : `${person.name}, ${person.email}`;
  const place = organization === null ? '' : `, ${role ?? 'not a member'} of ${organization.name}`;
  return (
    <>
      <PageHeader title="Profile" about={`${who}${place} · Satrap ${controlPlaneVersion}`} />
      <Stack gap="lg" maw={760}>
        <ChangePassword />
        <SecondFactor />
        <Sessions />
        {organization !== null && <PersonalKeys />}
      </Stack>
    </>
  );
}

function ChangePassword() {
  const { person } = useViewer();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { newPassword: passwordFault },
  });
  const change = useFormMutation(ChangePasswordDocument, {
    done: 'Password changed. Your other sessions have ended.',
    onDone: () => form.reset(),
  });
  return (
    <Panel title="Password">
      <Form mutation={change} onSubmit={form.onSubmit((data) => change.mutate({ data }))}>
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
        </SimpleGrid>
        <SubmitButton variant="default">Change password</SubmitButton>
      </Form>
    </Panel>
  );
}

function Sessions() {
  const query = useApiQuery(SessionsDocument, {}, { shows: [], everySeconds: 30 });
  const aside = (query.data?.sessions.length ?? 0) > 1 && (
    <OperationButton size="xs" operation={EndOtherSessionsDocument} variables={{}} done="Other sessions ended.">
      End other sessions
    </OperationButton>
  );
  return (
    <Panel title="Sessions" aside={aside}>
      <QueryView query={query}>
        {({ sessions }) => (
          <Stack gap="sm">
            {sessions.map(({ id, isCurrent, address, userAgent, lastUsedAt }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <Named
                  name={`${browserName(userAgent)}${isCurrent ? ' (current)' : ''}`}
                  note={<Dated label={`from ${address ?? 'unknown address'} · last used`} at={lastUsedAt} none="" />}
                />
                {!isCurrent && (
                  <OperationButton
                    flex="none"
                    size="xs"
                    aria-label={`End session of ${browserName(userAgent)}`}
                    operation={EndSessionDocument}
                    variables={{ where: { id } }}
                    done="Session ended."
                  >
                    End
                  </OperationButton>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}

function PersonalKeys() {
  const { organization, person } = useViewer();
  // Only owners and admins can list keys.
  const { mayChange } = useRights();
  const { data } = useWholeList(
    ApiKeysDocument,
    { where: { purpose: { equals: 'personal' } } },
    { shows: ['api_key'], enabled: mayChange },
  );
  const own = (data ?? []).filter(({ owner, revokedAt }) => owner === person.email && revokedAt == null);
  const consequence = 'Scripts that use this key lose access within two seconds.';
  const create = (
    <DialogButton label="Create key" size="xs" variant="default">
      <MakeKey only="personal" />
    </DialogButton>
  );
  return (
    <Panel title="Personal keys" aside={create}>
      <Stack>
        <Text variant="hint">
          Let scripts and the satrap CLI act as you in{' '}
          <ForeignText>{organization?.name ?? 'the organization'}</ForeignText>.
        </Text>
        {own.map((key) => (
          <KeyLine key={key.id} apiKey={key} lastUsedAt={key.lastUsedAt} consequence={consequence} />
        ))}
      </Stack>
    </Panel>
  );
}

const browsers = [
  ['Edge', /\bEdg\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(Headless)?Chrom(e|ium)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iPhone or iPad', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Returns a browser's name from its user agent; the user agent itself if unknown. */
function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown client';
  const [browser] = browsers.find(([, sign]) => sign.test(userAgent)) ?? [];
  const [system] = systems.find(([, sign]) => sign.test(userAgent)) ?? [];
  if (browser === undefined) return userAgent.slice(0, 80);
  return system === undefined ? browser : `${browser} on ${system}`;
}
