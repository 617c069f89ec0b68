import { ActionIcon, Badge, Button, Kbd, Menu, Popover, Text, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBell,
  IconBook,
  IconChevronDown,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { SignOutDocument } from '../../client/operations.generated.ts';
import { useApi } from '../api/use-api.tsx';
import { showFailure } from '../display/answers.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useViewer } from '../session/viewer.ts';
import type { NotificationCenter } from './latest-incidents.tsx';
import { openPalette, openShortcuts } from './open-events.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

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
          aria-label={`Organization ${name}: switch`}
        >
          <bdi>{name}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Switch to</Menu.Label>
        {others.map(({ organization: other, role }) => (
          <Menu.Item key={other.id} onClick={() => switchTo(other)} rightSection={<Text variant="note">{role}</Text>}>
            <bdi>{other.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export const SearchButton = () => (
  <>
    <Button
      variant="default"
      size="xs"
      visibleFrom="sm"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={<Kbd size="xs">Ctrl K</Kbd>}
      onClick={openPalette}
    >
      Search
    </Button>
    <ActionIcon size="lg" hiddenFrom="sm" onClick={openPalette} aria-label="Search">
      <IconSearch size={20} stroke={1.6} />
    </ActionIcon>
  </>
);

const LatestIncidents = lazyPart(() => import('./latest-incidents.tsx'), 'LatestIncidents', null);

export function NotificationBell({ center }: { center: NotificationCenter }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { open, latest } = center;
  return (
    <Popover opened={isOpen} onChange={close} width={360} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          size="lg"
          style={{ overflow: 'visible' }}
          onClick={toggle}
          aria-label={`Notifications: ${open} open ${open === 1 ? 'incident' : 'incidents'}`}
        >
          <IconBell size={20} stroke={1.6} aria-hidden />
          {open > 0 && (
            <Badge size="xs" px={4} color="red.9" pos="absolute" top={-2} right={-2} aria-hidden>
              {open > 99 ? '99+' : open}
            </Badge>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm" maw="calc(100vw - 16px)">
        <LatestIncidents latest={latest} onLeave={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

export const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const;

export function PersonMenu() {
  const { person } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={`${person.email}: profile, theme, sign out`}>
          <IconUserCircle size={22} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text span fz="xs" truncate className="foreign">
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} renderRoot={(props) => <Link to="/profile" {...props} />}>
          Profile
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} />}
          onClick={openShortcuts}
          rightSection={<Text fz="xs">?</Text>}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconBook size={16} />} component="a" href="docs/" target="_blank">
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            onClick={() => setColorScheme(value)}
            aria-current={colorScheme === value ? 'true' : undefined}
            fw={colorScheme === value ? 600 : undefined}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the sign-out function. It reloads the page, which clears all data of the session. */
export function useSignOut(): () => Promise<void> {
  const api = useApi();
  return async () => {
    try {
      await api.mutate(SignOutDocument, {});
      window.location.assign(new URL('sign-in', document.baseURI));
    } catch (error) {
      showFailure(error);
    }
  };
}
