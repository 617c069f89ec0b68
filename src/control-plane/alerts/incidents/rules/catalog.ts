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

const rule = (
  severity: AlertSeverity,
  openAfter: number | RuleSpec['openAfter'],
  closeAfter: number,
  ...causes: readonly AlertCode[]
): RuleSpec => ({
  severity,
  openAfter: typeof openAfter === 'number' ? () => openAfter : openAfter,
  closeAfter,
  causes,
});

const daemonDown = ['executor_offline', 'node_failing', 'crash_loop'] as const;

/** Each rule with its severity, the seconds until its incident opens and closes, and its causes. */
export const ruleCatalog: Record<AlertCode, RuleSpec> = {
  executor_offline: rule('critical', ({ executorOfflineSeconds }) => executorOfflineSeconds, 60),
  node_failing: rule('critical', ({ nodeFailingSeconds }) => nodeFailingSeconds, 120, 'executor_offline', 'crash_loop'),
  crash_loop: rule('critical', 30, 60, 'executor_offline'),
  memory_limit: rule('warning', 300, 900, 'executor_offline'),
  no_peers: rule('warning', ({ noPeersMinutes }) => noPeersMinutes * 60, 120, ...daemonDown),
  sync_stalled: rule('warning', 60, 120, ...daemonDown, 'no_peers', 'disk_low'),
  behind_network: rule('warning', 900, 300, ...daemonDown, 'no_peers', 'sync_stalled'),
  chain_split: rule('critical', 50, 60),
  tip_stale: rule('warning', 60, 60, ...daemonDown, 'no_peers', 'behind_network'),
  clock_off: rule('warning', 300, 300, ...daemonDown),
  daemon_warning: rule('warning', 300, 300, ...daemonDown),
  change_reverted: rule('warning', 0, 0, 'executor_offline'),
  client_end_of_life: rule('warning', 60, 60),
  client_vulnerable: rule('critical', 60, 60),
  client_withdrawn: rule('critical', 60, 60),
  client_defect: rule('warning', 60, 60, 'client_withdrawn', 'client_vulnerable'),
  option_unsafe: rule('critical', 60, 60),
  disk_low: rule('critical', 300, 600, 'executor_offline'),
  disk_filling: rule('warning', 1800, 3600, 'executor_offline', 'disk_low'),
  key_ends_soon: rule('warning', 0, 0),
  consumer_ends_soon: rule('warning', 0, 0),
  channel_failing: rule('warning', ({ channelFailingMinutes }) => channelFailingMinutes * 60, 0),
  agent_outdated: rule('info', 300, 60, 'executor_offline', 'upgrade_failed'),
  upgrade_failed: rule('warning', 0, 0),
  rollout_stopped: rule('warning', 0, 0),
  // A timer catches up after its host was off.
  backup_overdue: rule('warning', 1800, 0),
};
