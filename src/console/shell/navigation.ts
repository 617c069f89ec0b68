import {
  IconAlertTriangle,
  IconBell,
  IconBuilding,
  IconCalendarTime,
  IconClipboardList,
  IconGauge,
  IconGitBranch,
  IconKey,
  IconLogin2,
  IconPackage,
  IconPlugConnected,
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

const mayChange = (rights: Rights): boolean => rights.mayChange;
const isSystemAdmin = (rights: Rights): boolean => rights.isSystemAdmin;

interface DestinationGroup {
  name: string;
  destinations: readonly Destination[];
}

const groups: readonly DestinationGroup[] = [
  {
    name: 'Operate',
    destinations: [
      { label: 'Overview', to: '/', icon: IconGauge, key: 'o', words: 'home start attention' },
      { label: 'Nodes', to: '/nodes', icon: IconServer2, key: 'n', words: 'bitcoind daemons' },
      { label: 'Hosts', to: '/executors', icon: IconServerCog, key: 'x', words: 'executors machines agents' },
      { label: 'Networks', to: '/networks', icon: IconGitBranch, key: 'w', words: 'chains forks splits branches tips' },
      {
        label: 'Endpoints',
        to: '/endpoints',
        icon: IconPlugConnected,
        key: 'd',
        words: 'consumers gateway rpc json-rpc credentials secrets',
      },
      { label: 'Incidents', to: '/incidents', icon: IconAlertTriangle, key: 'i', words: 'problems' },
      { label: 'Events', to: '/events', icon: IconTimelineEvent, key: 'e', words: 'history log' },
    ],
  },
  {
    name: 'Alerts',
    destinations: [
      {
        label: 'Alerts',
        to: '/notifications',
        icon: IconBell,
        key: 't',
        words: 'notifications webhook deliveries mute rules',
      },
    ],
  },
  {
    name: 'Settings',
    destinations: [
      {
        label: 'Maintenance',
        to: '/maintenance',
        icon: IconCalendarTime,
        key: 'c',
        words: 'windows schedules time zone rollouts restarts',
      },
      { label: 'Members', to: '/members', icon: IconUsers, key: 'm', words: 'people invitations invite roles owners' },
      { label: 'API keys', to: '/keys', icon: IconKey, key: 'k', words: 'tokens secrets join', isFor: mayChange },
      { label: 'Audit', to: '/audit', icon: IconClipboardList, key: 'a', words: 'who did what' },
      { label: 'Releases', to: '/releases', icon: IconPackage, key: 'r', words: 'versions', isFor: isSystemAdmin },
      {
        label: 'Organizations',
        to: '/organizations',
        icon: IconBuilding,
        key: 'z',
        words: 'switch',
        isFor: isSystemAdmin,
      },
      {
        label: 'Single sign-on',
        to: '/sign-ins',
        icon: IconLogin2,
        key: 's',
        words: 'identity provider claims groups sign-ins',
        isFor: isSystemAdmin,
      },
    ],
  },
];

/** Pages that are independent of an organization. */
const ofNoOrganization: readonly string[] = ['/profile', '/organizations', '/sign-ins', '/releases', '/releases/new'];

/** Returns whether a page works without an active organization. */
export const needsNoOrganization = (path: string): boolean => ofNoOrganization.includes(path);

/** Returns the navigation of a person, in its three groups. */
export const groupsFor = (rights: Rights): readonly DestinationGroup[] =>
  groups.map(({ name, destinations }) => ({
    name,
    destinations: destinations.filter(({ isFor }) => isFor?.(rights) ?? true),
  }));

export const destinationsFor = (rights: Rights): readonly Destination[] =>
  groupsFor(rights).flatMap(({ destinations }) => destinations);
