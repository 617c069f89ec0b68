import type { AlertCode, NodeProblemCode } from './types.generated.ts';

const readLog =
  'Read the daemon’s last lines with “satrap nodes logs NODE”, then revert the last change of its settings.';
const giveMemory = 'Give the node more memory, or lower its dbcache, maxmempool or maxconnections.';
const seeLog = 'Look at the node’s log, its peers, and the host’s disk; a restart of the node may choose other peers.';

/** What to do about each incident and each problem of a node, in a line. */
export const advice: Readonly<Record<AlertCode | NodeProblemCode, string>> = {
  executor_offline: 'See whether the host is up and reaches the control plane; run “satrap agent status” on the host.',
  node_failing: 'Fix what the reason names; see “satrap nodes show NODE” and “satrap nodes logs NODE”.',
  crash_loop: readLog,
  restarts_often: readLog,
  memory_limit: giveMemory,
  memory_near_limit: giveMemory,
  no_peers:
    'See whether the host reaches the internet, and whether overrides such as connect or onlynet keep peers away.',
  sync_stalled: seeLog,
  download_stalled: seeLog,
  headers_ahead: 'Wait while the height rises; if it does not, look at the node’s log and peers.',
  behind_network: 'Look at the node’s log and peers; if it does not catch up, restart it.',
  chain_split:
    'Pause payments that rely on the nodes at risk; compare the block hashes with other sources, and the client versions of both sides.',
  tip_stale: 'Compare the height with other sources; if they are ahead, look at the node’s peers and restart it.',
  clock_off: 'Set the host’s clock, and let a time service such as chrony keep it.',
  daemon_warning: 'Read the warning; one of unknown rules asks for a newer version of the client.',
  change_taken_back: 'Change the configuration again, or request a restart to retry the same change.',
  client_end_of_life: 'Upgrade the node to a maintained version; the preview of the change shows what it means for it.',
  client_vulnerable: 'Upgrade the node to a fixed version now; until then, nothing on the node prevents it.',
  client_withdrawn: 'Upgrade the node to a later release; migrate no wallet before.',
  disk_full_stopped: 'Free space on the host’s disk, for example by deleting a node; the daemon then starts by itself.',
  disk_low: 'Free space on the host, move a node to another host, or make one a pruned node.',
  disk_filling: 'Plan more disk space for the host, or look for what fills its disk besides the nodes.',
  key_ends_soon: 'Make a new key, put it where the old one is used, and delete the old one.',
  webhook_failing:
    'Fix what the receiver answers in webhookDeliveries, then call redeliverWebhooks for what it missed.',
  agent_outdated:
    'Upgrade the agent: “satrap executors upgrade EXECUTOR --to VERSION”, or install that version on its host.',
  upgrade_failed: 'The previous version runs on. Fix what the executor’s events name, then request the upgrade again.',
  rollout_stopped:
    'Fix what the reason names, then run “satrap executors rollout resume” (with --skip-failed) or cancel it.',
  other: 'Upgrade the control plane: a newer one knows this problem.',
};
