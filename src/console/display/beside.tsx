import { Box, Flex, type MantineBreakpoint } from '@mantine/core';
import type { ReactNode } from 'react';

interface BesideProps {
  aside: ReactNode;
  /** The width of the window from which they are side by side. */
  from: MantineBreakpoint;
  children: ReactNode;
}

/** What a page is about, with a narrow column beside it; in a narrow window, below it. */
export const Beside = ({ aside, from, children }: BesideProps) => (
  <Flex direction={{ base: 'column', [from]: 'row' }} align={{ [from]: 'start' }} gap="md">
    <Box flex="2 1 0" miw={0}>
      {children}
    </Box>
    {aside && (
      <Box flex="1 1 0" miw={0}>
        {aside}
      </Box>
    )}
  </Flex>
);
