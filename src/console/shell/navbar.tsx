import { Anchor, Badge, NavLink, Text, VisuallyHidden } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useContext } from 'react';
import { Logo, OpenIncidents } from '../display/page.tsx';
import { useRights } from '../session/viewer.ts';
import { groupsFor } from './navigation.ts';

export const Wordmark = () => (
  <Anchor component={Link} to="/" c="inherit" underline="never" aria-label="Satrap: overview">
    <Logo />
  </Anchor>
);

export function NavigationLinks({ onNavigate }: { onNavigate: () => void }) {
  const rights = useRights();
  const open = useContext(OpenIncidents);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isActive = (to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));
  return (
    <nav aria-label="Pages">
      {groupsFor(rights).map(({ name, destinations }) => (
        <section key={name} aria-label={name}>
          <Text variant="note" px={12} pt="md" pb={4} aria-hidden>
            {name !== destinations[0]?.label && name}
          </Text>
          {destinations.map(({ label, to, icon: Icon }) => (
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
              active={isActive(to)}
              aria-current={isActive(to) ? 'page' : undefined}
              onClick={onNavigate}
              py={6}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          ))}
        </section>
      ))}
    </nav>
  );
}
