import { NavLink, Stack } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useRights } from '../session/viewer.ts';
import { destinationsFor } from './navigation.ts';

/** The links of the navigation. */
export function NavigationLinks({ onNavigate }: { onNavigate: () => void }) {
  const rights = useRights();
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
