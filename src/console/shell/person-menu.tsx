import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useApi } from '../api/use-api.tsx';
import { showFailure } from '../display/answers/toasts.ts';
import { SignOutDocument } from '../session/operations.generated.ts';
import { useViewer } from '../session/viewer.ts';
import { openShortcuts } from './open-events.ts';

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const;

/** Who is signed in: profile, colors, sign out. */
export function PersonMenu() {
  const { person } = useViewer();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${person.email}: profile, colors, sign out`}>
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
          Shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colors</Menu.Label>
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

/** Returns what ends the session. The page is loaded again, so that nothing of the person is left in it. */
function useSignOut(): () => Promise<void> {
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
