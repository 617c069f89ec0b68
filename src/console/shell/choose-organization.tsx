import { Button, Stack, Text } from '@mantine/core';
import { PageHeader } from '../display/page-header.tsx';
import { useViewer } from '../session/viewer.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

/** For a person whose session acts in no organization. */
export function ChooseOrganization() {
  const { organizations } = useViewer();
  const switchTo = useSwitchOrganization();
  const own = organizations ?? [];
  return (
    <Stack maw={480}>
      <PageHeader title="Choose an organization" />
      {own.length === 0 && (
        <Text>You belong to no organization. Ask an owner or admin of one for an invitation, and open its link.</Text>
      )}
      {own.map(({ organization }) => (
        <Button key={organization.id} variant="default" justify="start" onClick={() => switchTo(organization.id)}>
          <bdi>{organization.name}</bdi>
        </Button>
      ))}
    </Stack>
  );
}
