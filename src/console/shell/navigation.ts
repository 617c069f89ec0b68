import {
  IconAlertTriangle,
  IconBell,
  IconClipboardList,
  IconGauge,
  IconServer2,
  IconServerCog,
  IconTimelineEvent,
  type TablerIcon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Rights } from '../session/viewer.ts';

/** A page of the navigation. */
export interface Destination {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: TablerIcon;
  /** The letter that follows `g`. */
  key: string;
  /** Words by which the command palette finds it as well. */
  words?: string;
  /** Default: everybody. */
  isFor?: (rights: Rights) => boolean;
}

/** The pages of the navigation, in its order. */
export const destinations: readonly Destination[] = [
  { label: 'Overview', to: '/', icon: IconGauge, key: 'o', words: 'home start attention' },
  { label: 'Nodes', to: '/nodes', icon: IconServer2, key: 'n', words: 'bitcoind daemons' },
  { label: 'Executors', to: '/executors', icon: IconServerCog, key: 'x', words: 'hosts machines agents' },
  { label: 'Incidents', to: '/incidents', icon: IconAlertTriangle, key: 'i', words: 'alerts problems' },
  { label: 'Events', to: '/events', icon: IconTimelineEvent, key: 'e', words: 'history log' },
  { label: 'Audit', to: '/audit', icon: IconClipboardList, key: 'a', words: 'who did what' },
  { label: 'Notifications', to: '/notifications', icon: IconBell, key: 't', words: 'webhook deliveries alerts mute' },
];

/** Returns the pages that a person has use for. Pure. */
export const destinationsFor = (rights: Rights): readonly Destination[] =>
  destinations.filter(({ isFor }) => isFor?.(rights) ?? true);
