import { problemKinds } from '../../../../contract/node-problems.ts';
import type { AlertCode, AlertSeverity } from '../../../../contract/types.generated.ts';
import type { Thresholds } from '../../../tables/thresholds.ts';

/** What a rule says of all its incidents. */
export interface RuleSpec {
  severity: AlertSeverity;
  /** How long the condition must last before the incident shows, in seconds; a condition that comes and goes opens nothing. */
  openAfter(thresholds: Thresholds): number;
  /** How long the condition must be gone before the incident closes, in seconds. */
  closeAfter: number;
  /** Incidents of the same subject, or of its executor, that explain this one: while their condition holds, this one is not judged. */
  causes: readonly AlertCode[];
  /** What to do, in a line. */
  advice: string;
}

const after = (seconds: number) => () => seconds;
const daemonDown = ['executor_offline', 'node_failing', 'crash_loop'] as const;

export const ruleCatalog: Record<AlertCode, RuleSpec> = {
  executor_offline: {
    severity: 'critical',
    openAfter: ({ executorOfflineSeconds }) => executorOfflineSeconds,
    closeAfter: 60,
    causes: [],
    advice:
      'See whether the host is up and reaches the control plane; “satrap agent status” on the host says what the agent sees.',
  },
  node_failing: {
    severity: 'critical',
    openAfter: ({ nodeFailingSeconds }) => nodeFailingSeconds,
    closeAfter: 120,
    causes: ['executor_offline', 'crash_loop'],
    advice: 'Mend what the reason names; “satrap nodes show NODE” and “satrap nodes logs NODE” tell more.',
  },
  crash_loop: {
    severity: 'critical',
    openAfter: after(30),
    closeAfter: 60,
    causes: ['executor_offline'],
    advice:
      'Read the last lines of the daemon with “satrap nodes logs NODE”; take back the last change of its settings.',
  },
  memory_limit: {
    severity: 'warning',
    openAfter: after(300),
    closeAfter: 900,
    causes: ['executor_offline'],
    advice: 'Give the node more memory, or lower its dbcache, maxmempool or maxconnections.',
  },
  no_peers: {
    severity: 'warning',
    openAfter: ({ noPeersMinutes }) => noPeersMinutes * 60,
    closeAfter: 120,
    causes: daemonDown,
    advice:
      'See whether the host reaches the internet, and whether overrides such as connect or onlynet keep peers away.',
  },
  sync_stalled: {
    severity: 'warning',
    openAfter: after(60),
    closeAfter: 120,
    causes: [...daemonDown, 'no_peers', 'disk_low'],
    advice: 'Look at the node’s log, its peers, and the host’s disk; a restart of the node may choose other peers.',
  },
  behind_network: {
    severity: 'warning',
    openAfter: after(900),
    closeAfter: 300,
    causes: [...daemonDown, 'no_peers', 'sync_stalled'],
    advice: 'Look at the node’s log and peers; if it does not catch up, restart it.',
  },
  other_chain: {
    severity: 'critical',
    openAfter: after(1800),
    closeAfter: 600,
    causes: daemonDown,
    advice:
      'Do not rely on this node before you know which chain is right: compare the block hash with other sources, and client versions with each other.',
  },
  tip_stale: {
    severity: 'warning',
    openAfter: after(60),
    closeAfter: 60,
    causes: [...daemonDown, 'no_peers', 'behind_network', 'other_chain'],
    advice: 'Compare the height with other sources; if they are ahead, look at the node’s peers and restart it.',
  },
  clock_off: {
    severity: 'warning',
    openAfter: after(300),
    closeAfter: 300,
    causes: daemonDown,
    advice: problemKinds.clock_off.advice,
  },
  daemon_warning: {
    severity: 'warning',
    openAfter: after(300),
    closeAfter: 300,
    causes: daemonDown,
    advice: problemKinds.daemon_warning.advice,
  },
  change_taken_back: {
    severity: 'warning',
    openAfter: after(0),
    closeAfter: 0,
    causes: ['executor_offline'],
    advice: problemKinds.change_taken_back.advice,
  },
  disk_low: {
    severity: 'critical',
    openAfter: after(300),
    closeAfter: 600,
    causes: ['executor_offline'],
    advice: 'Make room on the host, move a node to another executor, or make one a pruned node.',
  },
  disk_filling: {
    severity: 'warning',
    openAfter: after(1800),
    closeAfter: 3600,
    causes: ['executor_offline', 'disk_low'],
    advice: 'Plan more room on the host, or look for what fills its disk besides the nodes.',
  },
  key_ends_soon: {
    severity: 'warning',
    openAfter: after(0),
    closeAfter: 0,
    causes: [],
    advice: 'Make a new key, put it where the old one is used, and delete the old one.',
  },
  webhook_failing: {
    severity: 'warning',
    openAfter: ({ webhookFailingMinutes }) => webhookFailingMinutes * 60,
    closeAfter: 0,
    causes: [],
    advice:
      'See what the receiver answers in webhookDeliveries, mend it, and have what it missed delivered again with redeliverWebhooks.',
  },
  agent_outdated: {
    severity: 'info',
    openAfter: after(300),
    closeAfter: 60,
    causes: ['executor_offline', 'upgrade_failed'],
    advice: 'Upgrade the agent: “satrap executors upgrade EXECUTOR --to VERSION”, or install that version on its host.',
  },
  upgrade_failed: {
    severity: 'warning',
    openAfter: after(0),
    closeAfter: 0,
    causes: [],
    advice:
      'The former version runs on. Read why in the events of the executor; ask for the upgrade again once that is mended, or for another version.',
  },
  rollout_stopped: {
    severity: 'warning',
    openAfter: after(0),
    closeAfter: 0,
    causes: [],
    advice:
      'Repair what the reason names, and let the rollout go on with “satrap executors rollout resume”; or leave out what failed with --skip-failed, or cancel it.',
  },
};
