import { Box, Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SingleSignOnDocument, StartSingleSignOnDocument } from '../../client/operations.generated.ts';
import { apiQuery, useApi, useFormMutation } from '../api/use-api.tsx';
import { Failure } from '../display/answers.tsx';
import { Form, SubmitButton } from '../display/form.tsx';

/** Keeps the page to open while the browser is at the identity provider. */
export const pageKey = 'satrap-page-after-sign-in';

export function SingleSignOn({ to, failed }: { to: string | undefined; failed: Error | undefined }) {
  const { data } = useQuery(apiQuery(useApi(), SingleSignOnDocument, {}, { shows: [] }));
  const start = useFormMutation(StartSingleSignOnDocument, {
    onDone: ({ startSingleSignOn: { url } }) => {
      sessionStorage.setItem(pageKey, to ?? '/');
      location.assign(url);
    },
  });
  const provider = data?.singleSignOn;
  if (provider == null)
    return (
      failed !== undefined && (
        <Box mb="md">
          <Failure error={failed} />
        </Box>
      )
    );
  const { isPending, error } = start;
  return (
    <>
      <Form mutation={{ isPending, error: error ?? failed ?? null }} onSubmit={() => start.mutate({})}>
        <SubmitButton fullWidth>{`Sign in with ${provider.name}`}</SubmitButton>
      </Form>
      <Divider my="md" label={provider.passwordsForOwnersOnly ? 'Owners: sign in with a password' : 'or'} />
    </>
  );
}
