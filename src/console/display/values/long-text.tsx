import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { MessageText } from './foreign-text.tsx';

/** Longer texts are cut: whatever stands below must stay in sight. */
const shownLength = 300;

/** A text that others wrote, of any length: its beginning, and the rest on request. */
export function LongText({ children }: { children: string }) {
  const [isOpen, setOpen] = useState(false);
  if (children.length <= shownLength) return <MessageText>{children}</MessageText>;
  return (
    <>
      <MessageText>{isOpen ? children : `${children.slice(0, shownLength)}…`}</MessageText>{' '}
      <Anchor component="button" type="button" fz="inherit" underline="always" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show more'}
      </Anchor>
    </>
  );
}
