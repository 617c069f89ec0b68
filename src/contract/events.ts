import type { EventLevel } from './types.generated.ts';

interface EventFacts {
  /** The default level. An event may override it. */
  level: EventLevel;
  /** When it is recorded, for the docs. */
  when: string;
}

/** Every kind of event that Satrap records. docs/api/protocol.md shows this table. */
export const eventKinds = {
  'node.sample': { level: 'info', when: 'the agent measured the node; `data` has the shape of `NodeMetrics`' },
  'node.image_pulled': { level: 'info', when: 'step: pulled the image' },
  'node.volume_created': { level: 'info', when: 'step: created the volume' },
  'node.container_created': { level: 'info', when: 'step: created the container' },
  'node.container_removed': { level: 'info', when: 'step: removed a container' },
  'node.started': { level: 'info', when: 'step: started the daemon' },
  'node.stopped': { level: 'info', when: 'step: stopped the daemon' },
  'node.file_set_aside': { level: 'warning', when: 'step: moved a damaged file aside, which the daemon creates again' },
  'node.wallets_not_loaded': { level: 'warning', when: 'a restarted daemon lacks wallets that were loaded: `wallets`' },
  'node.unpaused': { level: 'info', when: 'step: unpaused the container' },
  'node.operation_requested': { level: 'info', when: 'somebody requested an operation of the node' },
  'node.operation_cancelled': { level: 'info', when: 'somebody cancelled it' },
  'node.operation_advanced': { level: 'info', when: 'step: progress of an operation without specific events' },
  'node.operation_succeeded': { level: 'info', when: 'the operation is done: `kind`, `id`' },
  'node.operation_failed': { level: 'error', when: 'the operation failed: `kind`, `id`, `reason`' },
  'node.data_removed': { level: 'info', when: 'removed the chain data; a warning if the host’s operator did it' },
  'node.data_adopted': { level: 'info', when: 'a new node continues with the chain data of a deleted one' },
  'node.seed_begun': { level: 'info', when: 'step: reserved the source of a copy' },
  'node.data_copied': { level: 'info', when: 'step: copied the chain data of another node' },
  'node.data_verified': { level: 'info', when: 'step: verified the copied chain data' },
  'node.move_refused': { level: 'warning', when: 'step: the agent refused a move and changed nothing' },
  'node.move_begun': { level: 'info', when: 'step: began a move' },
  'node.move_copied': { level: 'info', when: 'step: copied the chain data to the other data root' },
  'node.move_verified': { level: 'info', when: 'step: verified that copy' },
  'node.move_answered': { level: 'info', when: 'step: the daemon answers on the copy' },
  'node.move_cleaned_up': { level: 'info', when: 'step: removed the data or copy that is no longer used' },
  'node.move_given_up': { level: 'warning', when: 'a move failed; the node continues with its old data' },
  'node.reindex_started': { level: 'info', when: 'step: started the daemon to rebuild its chain data' },
  'node.reindex_begun': { level: 'info', when: 'step: the rebuild began' },
  'node.reindex_not_begun': { level: 'warning', when: 'step: the daemon exited before the rebuild; the agent retries' },
  'node.reindex_settled': { level: 'info', when: 'step: the engine may restart the daemon again' },
  'node.index_removed': { level: 'info', when: 'step: removed the data of one index; a rebuild follows, if requested' },
  'node.answering': { level: 'info', when: 'the daemon answers again' },
  'node.failing': { level: 'error', when: 'the node cannot run, for a reason other than an exit' },
  'node.exited': {
    level: 'error',
    when: 'the daemon exited: `exitCode`, `outOfMemory`, `lastWords`, `times` in a row',
  },
  'node.suspended': { level: 'warning', when: 'the agent stopped the daemon because its disk is nearly full' },
  'node.resumed': { level: 'info', when: 'the disk has space again, and the daemon starts' },
  'node.taken_over': { level: 'info', when: 'a reinstalled agent recognized the node’s container' },
  'node.change_reverted': { level: 'warning', when: 'reverted: `changes`, `reason`, `revision`, `runsRevision`' },
  'node.change_not_reverted': { level: 'warning', when: 'a failed change could not be reverted: `refusal`' },
  'rpc_credentials.rotation_begun': { level: 'info', when: 'somebody started or resumed a rotation' },
  'rpc_credentials.rotated': { level: 'info', when: 'every node accepts the new credentials' },
  'rpc_credentials.rotation_ended': { level: 'info', when: 'the previous credentials are no longer valid' },
  'rpc_credentials.rotation_stopped': { level: 'warning', when: 'a node failed after its restart' },
  'executor.registered': { level: 'info', when: 'the host registered' },
  'executor.online': { level: 'info', when: 'the host sends heartbeats again' },
  'executor.offline': { level: 'warning', when: 'the host sends no heartbeats' },
  'executor.cordoned': { level: 'info', when: 'somebody cordoned the host' },
  'executor.uncordoned': { level: 'info', when: 'somebody uncordoned the host' },
  'executor.draining': { level: 'info', when: 'somebody started a drain' },
  'executor.drained': { level: 'info', when: 'the last daemon of a drained host stopped' },
  'executor.undrained': { level: 'info', when: 'somebody ended a drain' },
  'executor.offers_nodes': { level: 'warning', when: 'the host holds nodes of another control plane' },
  'executor.recovered': { level: 'info', when: 'the control plane took its nodes over; a warning if some are left' },
  'executor.uninstalled': { level: 'info', when: 'the agent was uninstalled' },
  'executor.agent_started': { level: 'info', when: 'the agent started' },
  'executor.engine_lost': { level: 'error', when: 'the engine has not answered for 30 s' },
  'executor.engine_back': { level: 'info', when: 'the engine answers again' },
  'executor.engine_restarted': { level: 'info', when: 'the engine restarted, and the nodes with it' },
  'executor.host_restarted': { level: 'info', when: 'the host rebooted, and the nodes with it' },
  'executor.upgrade_requested': { level: 'info', when: 'somebody or a rollout requested an upgrade' },
  'executor.upgraded': { level: 'info', when: 'the agent has the new version' },
  'executor.upgrade_rolled_back': { level: 'error', when: 'the new version failed, and the agent rolled back' },
  'executor.upgrade_failed': { level: 'error', when: 'the upgrade was not possible' },
  'executor.upgrade_cancelled': { level: 'info', when: 'somebody cancelled the upgrade' },
  'executor.upgrade_timed_out': { level: 'error', when: 'the upgrade did not end in time' },
  'upgrade.fetching': { level: 'info', when: 'the agent downloads the other version' },
  'upgrade.fetched': { level: 'info', when: 'the download is complete and its signature valid' },
  'upgrade.rehearsing': { level: 'info', when: 'the other version rehearses without changing anything' },
  'upgrade.rehearsed': { level: 'info', when: 'the other version would change no node' },
  'upgrade.switching': { level: 'info', when: 'the other version replaces the agent' },
  'upgrade.judging': { level: 'info', when: 'the other version runs on trial, compared with the previous one' },
  'upgrade.committed': { level: 'info', when: 'the other version stays' },
  'upgrade.rolled_back': { level: 'info', when: 'the other version failed: `reason`, with its last log lines' },
  'upgrade.failed': { level: 'info', when: 'the upgrade was not possible: `reason`' },
  'upgrade.dropped': { level: 'info', when: 'the upgrade is no longer requested' },
  'rollout.started': { level: 'info', when: 'somebody started a rollout' },
  'rollout.paused': { level: 'info', when: 'somebody paused it' },
  'rollout.resumed': { level: 'info', when: 'somebody resumed it' },
  'rollout.cancelled': { level: 'info', when: 'somebody cancelled it' },
  'rollout.stopped': { level: 'error', when: 'a host or node failed, and the rollout stopped' },
  'rollout.finished': { level: 'info', when: 'every member of the rollout is done or skipped' },
  'rollout.node_changed': { level: 'info', when: 'a rollout changed a node' },
  'rollout.node_back': { level: 'info', when: 'that node stands no worse than before its change' },
  'rollout.node_skipped': { level: 'info', when: 'a rollout skipped a node' },
  'rollout.waiting': { level: 'warning', when: 'a rollout waits for a host, a problem or an incident of a node' },
  'member.groups_missing': {
    level: 'warning',
    when: 'the identity provider did not send a person’s groups; their role is unchanged',
  },
  'outbox.dropped': { level: 'warning', when: 'the outbox was full and dropped entries: `counts`' },
  'outbox.rejected': { level: 'error', when: 'the control plane rejected an event' },
} as const satisfies Record<string, EventFacts>;

export type EventKind = keyof typeof eventKinds;

/** The kind of event that carries a node's metrics. */
export const sampleKind = 'node.sample';

/** Returns an event with its level: its own, or its kind's. */
export const withLevel = <E extends { kind: EventKind; level?: EventLevel }>(event: E): E & { level: EventLevel } => ({
  level: eventKinds[event.kind].level,
  ...event,
});
