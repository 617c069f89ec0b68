import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../api/use-api.tsx';
import { Failure, QueryView } from '../display/answers.tsx';
import { PageHeader } from '../display/page.tsx';
import { ForeignText, TextLink } from '../display/text.tsx';
import { MissingPartError } from '../parts/until-fetched.ts';
import { OrganizationHavingDocument } from './operations.generated.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

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
      <Failure error={error}>
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={retry}>
            {isMissing ? 'Reload' : 'Try again'}
          </Button>
        </Group>
      </Failure>
    </>
  );
}

export const NotFoundPage = () => (
  <>
    <PageHeader title="Page not found" />
    <Text>
      Check the address, or go to the <TextLink to="/">overview</TextLink>.
    </Text>
  </>
);

interface NothingTherePageProps {
  /** The kind of object, such as `node`. */
  what: string;
  id: string;
  /** The page that lists these objects. */
  list: '/nodes' | '/executors' | '/incidents' | '/executors/upgrade' | '/networks';
}

interface ObjectPageProps<O> extends NothingTherePageProps {
  /** The object is the query's only field. */
  query: UseQueryResult<{ readonly [field: string]: O | null | undefined }>;
  alongside?: readonly UseQueryResult[];
  children: (object: O) => ReactNode;
}

/** The page of an object. */
export const ObjectPage = <O,>({ query, alongside, children, ...nothing }: ObjectPageProps<O>) => (
  <QueryView query={query} alongside={alongside}>
    {(data) => {
      const [object] = Object.values(data);
      return object == null ? <NothingTherePage {...nothing} /> : children(object);
    }}
  </QueryView>
);

/** For the address of an object that does not exist or belongs to another organization. */
export function NothingTherePage({ what, id, list }: NothingTherePageProps) {
  const { data } = useApiQuery(OrganizationHavingDocument, { id }, { shows: ['organization', 'member'] });
  const switchTo = useSwitchOrganization();
  const [other] = data?.viewer?.organizations ?? [];
  if (other !== undefined)
    return (
      <Stack align="start">
        <PageHeader title={`This ${what} is in another organization`} />
        <Text>
          You are also a member of <ForeignText>{other.organization.name}</ForeignText>, which owns this {what}.
        </Text>
        <Button onClick={() => switchTo(other.organization.id, 'same')}>
          Switch to <bdi>&nbsp;{other.organization.name}</bdi>
        </Button>
      </Stack>
    );
  return (
    <>
      <PageHeader title={`${what.charAt(0).toUpperCase()}${what.slice(1)} not found`} />
      <Text>
        The {what} was deleted or belongs to an organization that you are not a member of. See{' '}
        <TextLink to={list}>all {what}s</TextLink>.
      </Text>
    </>
  );
}
