import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../display/page-header.tsx';

/** For an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <Text>
        Look at the address, or go to the{' '}
        <Anchor component={Link} to="/" underline="always">
          overview
        </Anchor>
        .
      </Text>
    </>
  );
}
