import type { AlertCode, NodeProblemCode } from './types.generated.ts';

const readLog =
  'Fix the cause that the daemon’s last log lines name; revert a change of its settings only if they name it.';
const giveMemory = 'Give the node more memory, or lower its dbcache, maxmempool or maxconnections.';
const seeLog = 'Check the node’s log and peers and the host’s disk; restarting the node may find other peers.';

export const advice: Readonly<Record<AlertCode | NodeProblemCode, string>> = {
  executor_offline: 'Check that the host is up, that its agent runs, and that it reaches the control plane.',
  node_failing: 'Check the node’s log for the cause and fix it.',
  crash_loop: readLog,
  restarts_often: readLog,
  memory_limit: giveMemory,
  memory_near_limit: giveMemory,
  no_peers:
    'The doctor of the host’s agent finds firewall rules that the engine lost. Check that the host reaches the internet, and that overrides such as connect or onlynet do not block peers.',
  sync_stalled: seeLog,
  download_stalled: seeLog,
  headers_ahead: 'Wait while the height rises; if it does not, check the node’s log and peers.',
  behind_network: 'Check the node’s log and peers; if it does not catch up, restart it.',
  other_branch:
    'Do not rely on the node until the split is over. Compare its block hashes with other sources, and open the split’s incident.',
  chain_split:
    'Pause payments that rely on the nodes at risk. Compare the block hashes with other sources, and the client versions of both sides.',
  tip_stale: 'Compare the height with other sources; if they are ahead, check the node’s peers and restart it.',
  clock_off: 'Set the host’s clock and keep it in sync with a time service such as chrony.',
  daemon_warning: 'Read the warning; if it mentions unknown rules, upgrade the client.',
  rpc_busy: 'Raise rpcworkqueue, or rpcthreads if calls take long, or let its users make fewer calls at once.',
  invalid_answers:
    'Check that the node runs the image you expect, and its log; a genuine daemon answers within the limits. Recreate the node from a trusted image if you doubt it.',
  validating_snapshot:
    'Do not rely on the node alone until its daemon has validated the history; it needs no action, and takes hours to days on mainnet.',
  change_reverted: 'Change the configuration again, or request a restart to retry the same change.',
  client_end_of_life: 'Upgrade the node to a maintained version; preview the change to see its effect.',
  client_vulnerable:
    'Upgrade the node to a fixed version now. The incident names what protects it until then, if anything does.',
  client_withdrawn: 'Upgrade the node to a later release before you migrate any wallet.',
  client_defect: 'Upgrade the node to a fixed version; preview the change to see its effect.',
  option_unsafe: 'Upgrade the node to a fixed version, or remove the option until then.',
  disk_full_stopped:
    'Free space on the host’s disk, for example by deleting a node; the daemon then starts automatically.',
  disk_low: 'Free space on the host, move a node to another host, or use a pruned node.',
  disk_filling: 'Plan more disk space for the host, or find out what else fills its disk.',
  consumer_ends_soon: 'Set a later expiry, or revoke the consumer if nothing uses it any more.',
  key_ends_soon: 'Create a new key, use it in place of the old one, and delete the old one.',
  channel_failing:
    'Fix the error shown in the channel’s deliveries, enable the channel if it is disabled, then send a test and redeliver the missed messages.',
  agent_outdated: 'Upgrade the agent, or install a later version on its host.',
  upgrade_failed:
    'The previous version still runs. Fix the cause in the host’s events, then request the upgrade again.',
  rollout_stopped: 'Fix the cause, then resume the rollout, with or without what failed, or cancel it.',
  backup_overdue:
    'On the host of the backups, read the journal of the unit satrap-control-plane-backup, fix the cause, then start the unit. If you gave up daily backups, disable the schedule.',
  other: 'Upgrade the control plane: a newer version knows this problem.',
};

/** The pages of the console to follow it, by name; none if only the host can be fixed. */
export const advicePages = {
  executor_offline: ['executor'],
  node_failing: ['log', 'why'],
  crash_loop: ['log', 'configuration'],
  restarts_often: ['log', 'configuration'],
  memory_limit: ['configuration'],
  memory_near_limit: ['configuration'],
  no_peers: ['peers', 'configuration'],
  sync_stalled: ['log', 'peers', 'room'],
  download_stalled: ['log', 'peers'],
  headers_ahead: ['log', 'peers'],
  behind_network: ['log', 'peers'],
  chain_split: ['network'],
  tip_stale: ['peers'],
  daemon_warning: ['version'],
  rpc_busy: ['configuration', 'log'],
  invalid_answers: ['log', 'version'],
  change_reverted: ['configuration'],
  client_end_of_life: ['version'],
  client_vulnerable: ['version'],
  client_withdrawn: ['version'],
  client_defect: ['version'],
  option_unsafe: ['configuration', 'version'],
  disk_low: ['executor', 'nodes'],
  disk_filling: ['executor'],
  key_ends_soon: ['keys'],
  consumer_ends_soon: [],
  channel_failing: ['deliveries'],
  agent_outdated: ['upgrade'],
  upgrade_failed: ['events', 'upgrade'],
  rollout_stopped: ['rollout'],
} as const satisfies Partial<Record<keyof typeof advice, readonly string[]>>;

/** Where the documentation at `/docs/` says more. */
export const adviceDocuments: Readonly<Partial<Record<keyof typeof advice, string>>> = {
  executor_offline: 'hosts/operate.html#diagnose-a-host',
  node_failing: 'troubleshooting.html#a-node-is-failing',
  crash_loop: 'troubleshooting.html#a-node-is-failing',
  memory_limit: 'nodes/configure.html#resources',
  memory_near_limit: 'nodes/configure.html#resources',
  chain_split: 'nodes/splits.html#what-to-do',
  other_branch: 'nodes/splits.html#what-to-do',
  change_reverted: 'nodes/configure.html#reverted-changes',
  validating_snapshot: 'nodes/chain-data.html#utxo-snapshots',
  client_end_of_life: 'nodes/versions.html',
  client_vulnerable: 'nodes/versions.html',
  client_withdrawn: 'nodes/versions.html',
  client_defect: 'nodes/versions.html#known-defects',
  option_unsafe: 'nodes/versions.html#known-defects',
  disk_full_stopped: 'hosts/operate.html#full-disks',
  disk_low: 'hosts/operate.html#full-disks',
  disk_filling: 'hosts/operate.html#full-disks',
  key_ends_soon: 'hosts/install.html#keys',
  consumer_ends_soon: 'nodes/endpoints.html#limits-rotation-and-revocation',
  channel_failing: 'control-plane/alerts.html#channels',
  agent_outdated: 'hosts/upgrades.html',
  upgrade_failed: 'hosts/upgrades.html#what-happens',
  rollout_stopped: 'control-plane/releases.html#upgrade-agents',
  backup_overdue: 'control-plane/operate.html#daily-backups',
};
