import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useApiQuery } from '../api/use-api.tsx';
import { Failure } from '../display/answers.tsx';
import { PageHeader } from '../display/page.tsx';
import { ForeignText } from '../display/text.tsx';
import { MissingPartError } from '../parts/until-fetched.ts';
import { OrganizationHavingDocument } from './operations.generated.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <>
      <PageHeader title="Page failed to load" />
      <Failure error={error}>
        <Group mt="sm">
          {error instanceof MissingPartError ? (
            <Button size="xs" variant="default" onClick={() => window.location.reload()}>
              Reload
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={retry}>
              Try again
            </Button>
          )}
        </Group>
      </Failure>
    </>
  );
}

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Text>
        Check the address, or go to the{' '}
        <Anchor component={Link} to="/" underline="always">
          overview
        </Anchor>
        .
      </Text>
    </>
  );
}

interface NothingTherePageProps {
  /** The kind of object, such as `node`. */
  what: string;
  id: string;
  /** The page that lists these objects. */
  list: '/nodes' | '/executors' | '/incidents' | '/executors/upgrade' | '/networks';
}

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
        <Anchor component={Link} to={list} underline="always">
          all {what}s
        </Anchor>
        .
      </Text>
    </>
  );
}
