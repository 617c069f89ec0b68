import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Failure } from '../display/answers.tsx';
import { PageHeader, TextPage } from '../display/page.tsx';
import { TextLink } from '../display/text.tsx';
import { MissingPartError } from '../parts/until-fetched.ts';

export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = error instanceof MissingPartError;
  const retry = () => {
    if (isMissing) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <>
      <PageHeader title="Page failed to load" />
      <Failure error={error} retry={retry} retryLabel={isMissing ? 'Reload' : 'Retry'} />
    </>
  );
}

export const NotFoundPage = () => (
  <TextPage title="Page not found">
    Check the address, or go to the <TextLink to="/">overview</TextLink>.
  </TextPage>
);
