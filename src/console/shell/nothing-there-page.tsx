import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../display/page-header.tsx';

interface NothingTherePageProps {
  /** What the address names, such as `node`. */
  what: string;
  /** The page that lists those that are there. */
  list: '/nodes' | '/executors' | '/incidents';
}

/** For the address of something that is not there, or not any more. */
export function NothingTherePage({ what, list }: NothingTherePageProps) {
  return (
    <>
      <PageHeader title={`There is no such ${what}`} />
      <Text>
        It may be deleted, or belong to another organization: you switch between yours at the top of the page. Look at{' '}
        <Anchor component={Link} to={list} underline="always">
          all {what}s
        </Anchor>
        .
      </Text>
    </>
  );
}
