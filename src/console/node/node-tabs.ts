import { type ComponentType, lazy } from 'react';
import type { Rights } from '../session/rights.ts';
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
    content: lazy(async () => ({ default: (await import('./overview/overview-tab.tsx')).OverviewTab })),
  },
  {
    id: 'monitoring',
    label: 'Monitoring',
    content: lazy(async () => ({ default: (await import('./monitoring/monitoring-tab.tsx')).MonitoringTab })),
  },
  {
    id: 'configuration',
    label: 'Configuration',
    content: lazy(async () => ({ default: (await import('./configuration/configuration-tab.tsx')).ConfigurationTab })),
  },
  {
    id: 'logs',
    label: 'Logs',
    content: lazy(async () => ({ default: (await import('./logs/logs-tab.tsx')).LogsTab })),
  },
  {
    id: 'events',
    label: 'Events',
    content: lazy(async () => ({ default: (await import('./events/events-tab.tsx')).EventsTab })),
  },
  {
    id: 'why',
    label: 'Why',
    content: lazy(async () => ({ default: (await import('./why/why-tab.tsx')).WhyTab })),
  },
  {
    id: 'rpc',
    label: 'RPC',
    content: lazy(async () => ({ default: (await import('./rpc/rpc-tab.tsx')).RpcTab })),
  },
  {
    id: 'danger',
    label: 'Danger',
    content: lazy(async () => ({ default: (await import('./danger/danger-tab.tsx')).DangerTab })),
    isFor: ({ mayChange }) => mayChange,
  },
];
