import type { AlertCode, AlertSeverity } from '../../../../contract/types.generated.ts';
import type { Thresholds } from '../../../tables/notifications.ts';

interface RuleSpec {
  severity: AlertSeverity;
  /** Seconds that the condition must last before the incident opens. */
  openAfter(thresholds: Thresholds): number;
  /** Seconds that the condition must be gone before the incident closes. */
  closeAfter: number;
  /** While one of these holds for the same subject or its executor, this rule is not judged. */
  causes: readonly AlertCode[];
}

const after = (seconds: number) => () => seconds;
const daemonDown = ['executor_offline', 'node_failing', 'crash_loop'] as const;

export const ruleCatalog: Record<AlertCode, RuleSpec> = {
  executor_offline: {
    severity: 'critical',
    openAfter: ({ executorOfflineSeconds }) => executorOfflineSeconds,
    closeAfter: 60,
    causes: [],
  },
  node_failing: {
    severity: 'critical',
    openAfter: ({ nodeFailingSeconds }) => nodeFailingSeconds,
    closeAfter: 120,
    causes: ['executor_offline', 'crash_loop'],
  },
  crash_loop: { severity: 'critical', openAfter: after(30), closeAfter: 60, causes: ['executor_offline'] },
  memory_limit: { severity: 'warning', openAfter: after(300), closeAfter: 900, causes: ['executor_offline'] },
  no_peers: {
    severity: 'warning',
    openAfter: ({ noPeersMinutes }) => noPeersMinutes * 60,
    closeAfter: 120,
    causes: daemonDown,
  },
  sync_stalled: {
    severity: 'warning',
    openAfter: after(60),
    closeAfter: 120,
    causes: [...daemonDown, 'no_peers', 'disk_low'],
  },
  behind_network: {
    severity: 'warning',
    openAfter: after(900),
    closeAfter: 300,
    causes: [...daemonDown, 'no_peers', 'sync_stalled'],
  },
  chain_split: { severity: 'critical', openAfter: after(55), closeAfter: 60, causes: [] },
  tip_stale: {
    severity: 'warning',
    openAfter: after(60),
    closeAfter: 60,
    causes: [...daemonDown, 'no_peers', 'behind_network'],
  },
  clock_off: { severity: 'warning', openAfter: after(300), closeAfter: 300, causes: daemonDown },
  daemon_warning: { severity: 'warning', openAfter: after(300), closeAfter: 300, causes: daemonDown },
  change_taken_back: { severity: 'warning', openAfter: after(0), closeAfter: 0, causes: ['executor_offline'] },
  client_end_of_life: { severity: 'warning', openAfter: after(60), closeAfter: 60, causes: [] },
  client_vulnerable: { severity: 'critical', openAfter: after(60), closeAfter: 60, causes: [] },
  client_withdrawn: { severity: 'critical', openAfter: after(60), closeAfter: 60, causes: [] },
  disk_low: { severity: 'critical', openAfter: after(300), closeAfter: 600, causes: ['executor_offline'] },
  disk_filling: {
    severity: 'warning',
    openAfter: after(1800),
    closeAfter: 3600,
    causes: ['executor_offline', 'disk_low'],
  },
  key_ends_soon: { severity: 'warning', openAfter: after(0), closeAfter: 0, causes: [] },
  webhook_failing: {
    severity: 'warning',
    openAfter: ({ webhookFailingMinutes }) => webhookFailingMinutes * 60,
    closeAfter: 0,
    causes: [],
  },
  agent_outdated: {
    severity: 'info',
    openAfter: after(300),
    closeAfter: 60,
    causes: ['executor_offline', 'upgrade_failed'],
  },
  upgrade_failed: { severity: 'warning', openAfter: after(0), closeAfter: 0, causes: [] },
  rollout_stopped: { severity: 'warning', openAfter: after(0), closeAfter: 0, causes: [] },
};
