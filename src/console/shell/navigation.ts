import {
  IconAlertTriangle,
  IconBell,
  IconBuilding,
  IconClipboardList,
  IconGauge,
  IconGitBranch,
  IconKey,
  IconPackage,
  IconServer2,
  IconServerCog,
  IconTimelineEvent,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Rights } from '../session/rights.ts';

interface Destination {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: TablerIcon;
  /** The letter that follows `g`. */
  key: string;
  /** More search terms for the command palette. */
  words?: string;
  isFor?: (rights: Rights) => boolean;
}

export const destinations: readonly Destination[] = [
  { label: 'Overview', to: '/', icon: IconGauge, key: 'o', words: 'home start attention' },
  { label: 'Nodes', to: '/nodes', icon: IconServer2, key: 'n', words: 'bitcoind daemons' },
  { label: 'Hosts', to: '/executors', icon: IconServerCog, key: 'x', words: 'executors machines agents' },
  { label: 'Networks', to: '/networks', icon: IconGitBranch, key: 'w', words: 'chains forks splits branches tips' },
  { label: 'Incidents', to: '/incidents', icon: IconAlertTriangle, key: 'i', words: 'alerts problems' },
  { label: 'Events', to: '/events', icon: IconTimelineEvent, key: 'e', words: 'history log' },
  {
    label: 'Members',
    to: '/members',
    icon: IconUsers,
    key: 'm',
    words: 'people persons invitations invite roles owners admins',
  },
  {
    label: 'API keys',
    to: '/keys',
    icon: IconKey,
    key: 'k',
    words: 'tokens enrollment enrolment secrets scripts join',
    isFor: ({ mayChange }) => mayChange,
  },
  { label: 'Audit', to: '/audit', icon: IconClipboardList, key: 'a', words: 'who did what' },
  { label: 'Notifications', to: '/notifications', icon: IconBell, key: 't', words: 'webhook deliveries alerts mute' },
  {
    label: 'Releases',
    to: '/releases',
    icon: IconPackage,
    key: 'r',
    words: 'versions upgrades publish withdraw administrator',
    isFor: ({ isSystemAdmin }) => isSystemAdmin,
  },
  {
    label: 'Organizations',
    to: '/organizations',
    icon: IconBuilding,
    key: 'z',
    words: 'tenants switch deactivate administrator',
    isFor: ({ isSystemAdmin }) => isSystemAdmin,
  },
];

/** Pages that are independent of an organization. */
const ofNoOrganization: readonly string[] = ['/profile', '/organizations', '/releases', '/releases/new'];

/** Returns whether a page works without an active organization. */
export const needsNoOrganization = (path: string): boolean => ofNoOrganization.includes(path);

export const destinationsFor = (rights: Rights): readonly Destination[] =>
  destinations.filter(({ isFor }) => isFor?.(rights) ?? true);
