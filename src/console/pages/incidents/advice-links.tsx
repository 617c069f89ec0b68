import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRights } from '../../session/viewer.ts';
import { type AdviceSubject, advicePlaces } from './advice-places.ts';

/** Links to where an advice can be followed in the console: an advice itself speaks to those at a terminal as well. */
export function AdviceLinks({ subject }: { subject: AdviceSubject }) {
  const places = advicePlaces(subject, useRights());
  if (places.length === 0) return null;
  return (
    <Group role="group" aria-label="Where to look" gap="md" mt={4}>
      {places.map(({ label, to, search }) => (
        <Anchor
          key={label}
          component={Link}
          to={to}
          search={(search ?? {}) as never}
          c="inherit"
          fz="sm"
          underline="always"
        >
          {label}
        </Anchor>
      ))}
    </Group>
  );
}
