import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import {
  AcceptInvitationDocument,
  InvitationDocument,
  type InvitationQuery,
  SignInDocument,
  SignUpDocument,
} from '../../client/operations.generated.ts';
import { apiQuery, useApi, useFormMutation } from '../api/use-api.tsx';
import { QueryView } from '../display/answers.tsx';
import { Form, SubmitButton } from '../display/form.tsx';
import { ForeignText, TextLink } from '../display/text.tsx';
import { passwordFault, useLinkToken } from './credentials.ts';
import { Entrance } from './entrance.tsx';
import { signedIn, useEnter, viewerQuery } from './viewer.ts';

export function AcceptInvitationPage() {
  const token = useLinkToken();
  const api = useApi();
  const invitation = useQuery(apiQuery(api, InvitationDocument, { where: { token } }, { shows: [] }));
  const { data: viewer } = useQuery(viewerQuery(api));
  const person = signedIn(viewer)?.person;
  if (invitation.isPending || invitation.error !== null)
    return (
      <Entrance title="Invitation">
        <QueryView query={invitation}>{() => null}</QueryView>
      </Entrance>
    );
  const preview = invitation.data?.invitation ?? null;
  if (preview === null)
    return (
      <Entrance title="This invitation is no longer valid">
        The invitation was used, replaced or revoked, or has expired. Ask for a new invitation, or{' '}
        <TextLink to="/sign-in">sign in</TextLink> with an existing account.
      </Entrance>
    );
  return person?.email === preview.email.toLowerCase() ? (
    <Join key={token} {...{ token, preview }} />
  ) : (
    <NewAccount key={token} {...{ token, preview }} signedInAs={person?.email} />
  );
}

interface InvitedProps {
  token: string;
  preview: NonNullable<InvitationQuery['invitation']>;
}

const About = ({ preview }: Pick<InvitedProps, 'preview'>) => (
  <>
    You join as {preview.role} with <ForeignText>{preview.email}</ForeignText>.
  </>
);

function Join({ token, preview }: InvitedProps) {
  const enter = useEnter();
  const join = useFormMutation(AcceptInvitationDocument, { onDone: () => void enter() });
  return (
    <Entrance title={`Join ${preview.organizationName}`} about={<About preview={preview} />}>
      <Form mutation={join} onSubmit={() => join.mutate({ where: { token } })}>
        <SubmitButton fullWidth>Accept invitation</SubmitButton>
      </Form>
    </Entrance>
  );
}

/** For a person without an account, or not signed in to it. */
function NewAccount({ token, preview, signedInAs }: InvitedProps & { signedInAs: string | undefined }) {
  const enter = useEnter();
  const signIn = useFormMutation(SignInDocument, { onDone: () => void enter() });
  const signUp = useFormMutation(SignUpDocument, {
    onDone: (_done, { data: { password } }) => signIn.mutate({ data: { email: preview.email, password } }),
  });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '' },
    validate: { password: passwordFault },
  });
  const error = signUp.error ?? signIn.error;
  return (
    <Entrance title={`Join ${preview.organizationName}`} about={<About preview={preview} />}>
      <Form
        mutation={{ error, isPending: signUp.isPending || signIn.isPending }}
        onSubmit={form.onSubmit((person) => signUp.mutate({ data: { ...person, invitationToken: token } }))}
      >
        <input type="email" autoComplete="username" value={preview.email} readOnly hidden />
        <TextInput label="Your name" autoComplete="name" required maxLength={63} {...form.getInputProps('name')} />
        <PasswordInput
          label="Password"
          description="At least 12 characters. A sentence is easy to remember."
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <SubmitButton fullWidth>Create account and join</SubmitButton>
        <Text variant="note">
          {signedInAs === undefined ? 'Already have an account? ' : `Signed in as ${signedInAs}. `}
          <TextLink to="/sign-in">Sign in with the invited email</TextLink> and open the link again.
        </Text>
      </Form>
    </Entrance>
  );
}
