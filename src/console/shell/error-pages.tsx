import type { UseQueryResult } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { capitalized } from '../../text/capitalized.ts';
import { Failure, QueryView } from '../display/answers.tsx';
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

interface NothingTherePageProps {
  /** The kind of object, such as `node`. */
  what: string;
  list: '/nodes' | '/executors' | '/incidents' | '/executors/upgrade' | '/networks';
}

interface ObjectPageProps<O> extends NothingTherePageProps {
  /** The object is the query's only field. */
  query: UseQueryResult<{ readonly [field: string]: O | null | undefined }>;
  alongside?: readonly UseQueryResult[];
  children: (object: O) => ReactNode;
}

export const ObjectPage = <O,>({ query, alongside, children, ...nothing }: ObjectPageProps<O>) => (
  <QueryView query={query} alongside={alongside}>
    {(data) => {
      const [object] = Object.values(data);
      return object == null ? <NothingTherePage {...nothing} /> : children(object);
    }}
  </QueryView>
);

const NothingTherePage = ({ what, list }: NothingTherePageProps) => (
  <TextPage title={`${capitalized(what)} not found`}>
    The {what} was deleted or belongs to another organization. See <TextLink to={list}>all {what}s</TextLink>.
  </TextPage>
);
