import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useViewer } from '../session/viewer.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

/** Names the organization, and switches to another one where the person has several. */
export function OrganizationMenu() {
  const { organization, organizations } = useViewer();
  const switchTo = useSwitchOrganization();
  const others = (organizations ?? []).filter((each) => each.organization.id !== organization?.id);
  const name = organization?.name ?? 'No organization';
  if (others.length === 0)
    return (
      <Text fw={600} truncate maw={220} className="foreign">
        {name}
      </Text>
    );
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          px="xs"
          maw={240}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={`Organization ${name}; switch to another`}
        >
          <bdi>{name}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Switch to</Menu.Label>
        {others.map(({ organization: other, role }) => (
          <Menu.Item
            key={other.id}
            onClick={() => switchTo(other.id)}
            rightSection={<Text variant="note">{role}</Text>}
          >
            <bdi>{other.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
