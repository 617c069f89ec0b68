import { Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHash } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { SatrapError } from '../../client/error.ts';
import {
  AcceptInvitationDocument,
  InvitationDocument,
  type InvitationQuery,
  SignInDocument,
  SignUpDocument,
} from '../../client/operations.generated.ts';
import { apiQuery, useApi, useApiMutation } from '../api/use-api.tsx';
import { ActionButton, MutationButton } from '../display/action-button.tsx';
import { Failure, QueryView } from '../display/answers.tsx';
import { Form } from '../display/form.tsx';
import { ForeignText } from '../display/text.tsx';
import { passwordFault, readLinkToken } from './credentials.ts';
import { Entrance } from './entrance.tsx';
import { signedIn, viewerQuery } from './viewer.ts';

export function AcceptInvitationPage() {
  // Opening another link in the same tab changes only the fragment and does not reload the page.
  const [hash] = useHash({ getInitialValueInEffect: false });
  const token = readLinkToken(hash);
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
        It was used, replaced or revoked, or it has expired. Ask for a new invitation, or{' '}
        <Anchor component={Link} to="/sign-in" underline="always">
          sign in
        </Anchor>{' '}
        with an existing account.
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
    Invitation to <ForeignText>{preview.organizationName}</ForeignText> as {preview.role}, for{' '}
    <ForeignText>{preview.email}</ForeignText>.
  </>
);

function Join({ token, preview }: InvitedProps) {
  const router = useRouter();
  const join = useApiMutation(AcceptInvitationDocument, {
    failure: 'none',
    onDone: () => void router.navigate({ to: '/' }),
  });
  return (
    <Entrance title={`Join ${preview.organizationName}`} about={<About preview={preview} />}>
      <Stack>
        {join.error !== null && <Failure error={join.error} />}
        <MutationButton mutation={join} variables={{ token }}>
          Accept invitation
        </MutationButton>
      </Stack>
    </Entrance>
  );
}

/** For a person without an account, or not signed in to it. */
function NewAccount({ token, preview, signedInAs }: InvitedProps & { signedInAs: string | undefined }) {
  const api = useApi();
  const queries = useQueryClient();
  const router = useRouter();
  const signUp = useApiMutation(SignUpDocument, { failure: 'none' });
  const signIn = useApiMutation(SignInDocument, { failure: 'none' });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '' },
    validate: { password: passwordFault },
  });
  const submit = async ({ name, password }: { name: string; password: string }) => {
    try {
      await signUp.mutateAsync({ input: { name, password, invitationToken: token } });
      await signIn.mutateAsync({ input: { email: preview.email, password } });
      await queries.fetchQuery({ ...viewerQuery(api), staleTime: 0 });
      await router.navigate({ to: '/', replace: true });
    } catch (error) {
      // The form shows the mutation's error.
      if (!(error instanceof SatrapError)) throw error;
    }
  };
  const error = signUp.error ?? signIn.error;
  return (
    <Entrance title={`Join ${preview.organizationName}`} about={<About preview={preview} />}>
      <Form mutation={{ error }} onSubmit={form.onSubmit(submit)}>
        <input type="email" autoComplete="username" value={preview.email} readOnly hidden />
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          maxLength={63}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters. A sentence is easy to remember."
          autoComplete="new-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ActionButton type="submit" loading={signUp.isPending || signIn.isPending}>
          Create account and join
        </ActionButton>
        <Text variant="note">
          {signedInAs === undefined ? 'Already have an account? ' : `Signed in as ${signedInAs}. `}
          <Anchor component={Link} to="/sign-in" underline="always" fz="xs">
            Sign in with the invited email
          </Anchor>{' '}
          and open the link again.
        </Text>
      </Form>
    </Entrance>
  );
}
