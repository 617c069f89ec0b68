import { Badge, NavLink, Stack, VisuallyHidden } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useContext } from 'react';
import { OpenIncidents } from '../display/open-incidents.ts';
import { useRights } from '../session/viewer.ts';
import { destinationsFor } from './navigation.ts';

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
