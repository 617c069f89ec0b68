import type { ComponentType } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { PendingTab } from '../../parts/pending-part.tsx';
import type { Rights } from '../../session/rights.ts';
import type { NodeTab } from './search.ts';
import type { TabProps } from './shown-node.ts';

interface NodeTabEntry {
  id: NodeTab;
  label: string;
  content: ComponentType<TabProps>;
  /** Default: everybody. */
  isFor?: ((rights: Rights) => boolean) | undefined;
}

const tab = (
  id: NodeTab,
  label: string,
  load: () => Promise<ComponentType<TabProps>>,
  isFor?: NodeTabEntry['isFor'],
): NodeTabEntry => ({ id, label, content: lazyPart(load, PendingTab), isFor });

/** The tabs of a node's page, in their order; each is loaded when it is opened. */
export const nodeTabs: readonly NodeTabEntry[] = [
  tab('overview', 'Overview', async () => (await import('./overview/overview-tab.tsx')).OverviewTab),
  tab('monitoring', 'Monitoring', async () => (await import('./monitoring/monitoring-tab.tsx')).MonitoringTab),
  tab(
    'configuration',
    'Configuration',
    async () => (await import('./configuration/configuration-tab.tsx')).ConfigurationTab,
  ),
  tab('logs', 'Logs', async () => (await import('./logs/logs-tab.tsx')).LogsTab),
  tab('events', 'Events', async () => (await import('./events/events-tab.tsx')).EventsTab),
  tab('why', 'Why', async () => (await import('./why/why-tab.tsx')).WhyTab),
  tab('rpc', 'RPC', async () => (await import('./rpc/rpc-tab.tsx')).RpcTab),
  tab(
    'danger',
    'Danger',
    async () => (await import('./danger/danger-tab.tsx')).DangerTab,
    ({ mayChange }) => mayChange,
  ),
];
