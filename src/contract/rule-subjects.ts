import type { AlertCode, AlertSubjectType } from './types.generated.ts';

/** What the incidents of each rule are about. */
export const ruleSubjects: Readonly<Record<AlertCode, AlertSubjectType>> = {
  executor_offline: 'executor',
  node_failing: 'node',
  crash_loop: 'node',
  memory_limit: 'node',
  no_peers: 'node',
  sync_stalled: 'node',
  behind_network: 'node',
  chain_split: 'network',
  tip_stale: 'node',
  clock_off: 'node',
  daemon_warning: 'node',
  change_reverted: 'node',
  client_end_of_life: 'node',
  client_vulnerable: 'node',
  client_withdrawn: 'node',
  client_defect: 'node',
  option_unsafe: 'node',
  disk_low: 'executor',
  disk_filling: 'executor',
  key_ends_soon: 'api_key',
  consumer_ends_soon: 'consumer',
  channel_failing: 'channel',
  agent_outdated: 'executor',
  upgrade_failed: 'executor',
  rollout_stopped: 'rollout',
  backup_overdue: 'control_plane',
};

/** The rules whose incidents are about a node. */
export const nodeRules = Object.entries(ruleSubjects).flatMap(([code, subject]) =>
  subject === 'node' ? [code as AlertCode] : [],
);
