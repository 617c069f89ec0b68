import { Anchor, Badge, Group, NavLink, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useContext } from 'react';
import { OpenIncidents } from '../display/page.tsx';
import { useRights } from '../session/viewer.ts';
import { destinationsFor } from './navigation.ts';

export function Wordmark() {
  return (
    <Anchor component={Link} to="/" c="inherit" underline="never" aria-label="Satrap: overview">
      <Group gap={8} wrap="nowrap">
        <img src="favicon.svg" alt="" width={24} height={24} />
        <Text fw={650} fz="lg" component="span">
          Satrap
        </Text>
      </Group>
    </Anchor>
  );
}

export function NavigationLinks({ onNavigate }: { onNavigate: () => void }) {
  const rights = useRights();
  const open = useContext(OpenIncidents);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Stack component="nav" gap={2} aria-label="Pages">
      {destinationsFor(rights).map(({ label, to, icon: Icon }) => {
        const isActive = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
        return (
          <NavLink
            key={to}
            renderRoot={(props) => <Link to={to} {...props} />}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            rightSection={
              to === '/incidents' &&
              open > 0 && (
                <Badge color="red.9" size="sm">
                  {open}
                  <VisuallyHidden> open</VisuallyHidden>
                </Badge>
              )
            }
            active={isActive}
            aria-current={isActive ? 'page' : undefined}
            onClick={onNavigate}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        );
      })}
    </Stack>
  );
}
