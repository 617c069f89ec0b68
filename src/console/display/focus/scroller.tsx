import { Box, type BoxProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

interface ScrollerProps extends BoxProps, Omit<ComponentPropsWithRef<'section'>, keyof BoxProps> {
  /** Default: `section`. */
  component?: 'section' | 'pre';
}

/** What scrolls by itself, so that the tab key leads to it, and arrow keys move it. */
export function Scroller({ component = 'section', ...props }: ScrollerProps) {
  return <Box component={component as 'section'} tabIndex={0} {...props} />;
}
