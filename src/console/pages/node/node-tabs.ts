import type { ComponentType } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { PendingTab } from '../../parts/pending-part.tsx';
import type { Rights } from '../../session/rights.ts';
import type { NodeTab } from './search.ts';
import type { TabProps } from './shown-node.ts';

/** A tab of a node's page. */
interface NodeTabEntry {
  id: NodeTab;
  label: string;
  content: ComponentType<TabProps>;
  /** Default: everybody. */
  isFor?: (rights: Rights) => boolean;
}

/** The tabs of a node's page, in their order; each is loaded when it is opened. */
export const nodeTabs: readonly NodeTabEntry[] = [
  {
    id: 'overview',
    label: 'Overview',
    content: lazyPart(async () => (await import('./overview/overview-tab.tsx')).OverviewTab, PendingTab),
  },
  {
    id: 'monitoring',
    label: 'Monitoring',
    content: lazyPart(async () => (await import('./monitoring/monitoring-tab.tsx')).MonitoringTab, PendingTab),
  },
  {
    id: 'configuration',
    label: 'Configuration',
    content: lazyPart(async () => (await import('./configuration/configuration-tab.tsx')).ConfigurationTab, PendingTab),
  },
  {
    id: 'logs',
    label: 'Logs',
    content: lazyPart(async () => (await import('./logs/logs-tab.tsx')).LogsTab, PendingTab),
  },
  {
    id: 'events',
    label: 'Events',
    content: lazyPart(async () => (await import('./events/events-tab.tsx')).EventsTab, PendingTab),
  },
  {
    id: 'why',
    label: 'Why',
    content: lazyPart(async () => (await import('./why/why-tab.tsx')).WhyTab, PendingTab),
  },
  {
    id: 'rpc',
    label: 'RPC',
    content: lazyPart(async () => (await import('./rpc/rpc-tab.tsx')).RpcTab, PendingTab),
  },
  {
    id: 'danger',
    label: 'Danger',
    content: lazyPart(async () => (await import('./danger/danger-tab.tsx')).DangerTab, PendingTab),
    isFor: ({ mayChange }) => mayChange,
  },
];
