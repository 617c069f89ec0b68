import { Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import {
  CompleteSingleSignOnDocument,
  SingleSignOnDocument,
  StartSingleSignOnDocument,
} from '../../client/operations.generated.ts';
import { apiQuery, useApi, useFormMutation } from '../api/use-api.tsx';
import { Form, SubmitButton } from '../display/form.tsx';
import { Entrance } from './entrance.tsx';
import { SignInForms } from './sign-in-page.tsx';
import { useEnter } from './viewer.ts';

/** Keeps the page to open while the browser is at the identity provider. */
const pageKey = 'satrap-page-after-sign-in';

export function SingleSignOn({ to, failed }: { to: string | undefined; failed: Error | undefined }) {
  const { data } = useQuery(apiQuery(useApi(), SingleSignOnDocument, {}, { shows: [] }));
  const start = useFormMutation(StartSingleSignOnDocument, {
    onDone: ({ startSingleSignOn: { url } }) => {
      sessionStorage.setItem(pageKey, to ?? '/');
      location.assign(url);
    },
  });
  const provider = data?.singleSignOn;
  if (provider == null) return null;
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

/** Where the identity provider sends the browser back to. */
export function SingleSignOnPage() {
  const enter = useEnter();
  const complete = useFormMutation(CompleteSingleSignOnDocument, {
    onDone: () => void enter(sessionStorage.getItem(pageKey) ?? '/'),
  });
  const { mutate } = complete;
  const search = useSearch({ from: '/sign-in/callback' });
  const query = new URLSearchParams(Object.entries(search)).toString();
  // The provider's answer works once.
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate({ data: { query } });
  }, [mutate, query]);
  if (complete.error !== null)
    return <SignInForms to={sessionStorage.getItem(pageKey) ?? '/'} failed={complete.error} />;
  return <Entrance title="Signing in">Checking with your identity provider.</Entrance>;
}
