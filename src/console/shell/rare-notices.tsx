import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { formatDuration } from '../../text/format-duration.ts';
import { useApi } from '../api/use-api.tsx';
import { useClock } from '../api/use-clock.ts';
import { PageHeader } from '../display/page.tsx';
import { ForeignText, TextLink } from '../display/text.tsx';
import { useViewer } from '../session/viewer.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

// What the frame of the pages shows to few people.

/** For a person without an organization, and for the address of one that the person may not open. */
export function ChooseOrganization() {
  const { organizations } = useViewer();
  const switchTo = useSwitchOrganization();
  const slug = useApi().organization;
  const own = organizations ?? [];
  return (
    <Stack maw={480}>
      <PageHeader title={slug === null ? 'Choose an organization' : 'You can’t open this organization'} />
      {slug !== null && (
        <Text>
          You are not a member of <ForeignText>{slug}</ForeignText>, or it was deactivated. Ask one of its owners or
          admins for an invitation{own.length > 0 && ', or open one of your organizations'}.
        </Text>
      )}
      {slug === null && own.length === 0 && (
        <Text>You are not a member of an organization. Ask an owner or admin for an invitation.</Text>
      )}
      {own.map(({ organization }) => (
        <Button key={organization.id} variant="default" justify="start" onClick={() => switchTo(organization)}>
          <bdi>{organization.name}</bdi>
        </Button>
      ))}
    </Stack>
  );
}

/** Reports a wrong clock of the reader's computer, by which a host that just reported would be an hour silent. */
export function ClockBanner() {
  const { aheadMs } = useClock();
  const difference = formatDuration(Math.abs(aheadMs) / 1000);
  return (
    <Alert role="status" color="orange" mb="md" icon={<IconClockExclamation aria-hidden />} title="Wrong clock">
      The clock of this computer is {difference} {aheadMs > 0 ? 'ahead of' : 'behind'} the control plane’s. The console
      uses the control plane’s.
    </Alert>
  );
}

/** Tells system administrators that the organization is deactivated; nobody else can open it. */
export function DeactivatedBanner() {
  const { organization } = useViewer();
  return (
    <Alert mb="md" color="orange" title={`${organization?.name} is deactivated`}>
      Its API keys and its members’ sessions are disabled.{' '}
      <TextLink to="/organizations">Reactivate organization</TextLink>
    </Alert>
  );
}
