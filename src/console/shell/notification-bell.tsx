import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { lazyPart } from '../parts/lazy-part.tsx';
import type { NotificationCenter } from './notification-center.ts';

const LatestIncidents = lazyPart(async () => (await import('./latest-incidents.tsx')).LatestIncidents, null);

/** The bell of the header: how many incidents are open, and the latest ones. */
export function NotificationBell({ center }: { center: NotificationCenter }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { open, latest } = center;
  return (
    <Popover opened={isOpen} onChange={close} width={360} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className="bell"
          onClick={toggle}
          aria-label={`Notifications: ${open} open ${open === 1 ? 'incident' : 'incidents'}`}
        >
          <IconBell size={20} stroke={1.6} aria-hidden />
          {open > 0 && (
            <span className="bell-count" aria-hidden>
              {open > 99 ? '99+' : open}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm" maw="calc(100vw - 16px)">
        <LatestIncidents latest={latest} onLeave={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
