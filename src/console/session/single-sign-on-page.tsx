import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { CompleteSingleSignOnDocument } from '../../client/operations.generated.ts';
import { useFormMutation } from '../api/use-api.tsx';
import { Entrance } from './entrance.tsx';
import { SignInForms } from './sign-in-page.tsx';
import { pageKey } from './single-sign-on.tsx';
import { useEnter } from './viewer.ts';

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
