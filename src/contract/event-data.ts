import * as z from 'zod';
import type { EventKind } from './events.ts';

const text = z.string();
const integer = z.int();
/** The agent's reason for a step. */
const step = z.object({ why: text.describe('The reason for the step.') });
/** What only the agent knows that carried out a step: an agent that was killed after it leaves it out. */
const copied = {
  bytes: integer.optional(),
  seconds: z.number().optional(),
  method: z.enum(['reflink', 'copy', 'engine']).optional(),
};
const tip = { height: integer.optional(), bestBlockHash: text.optional() };
const roots = { from: text.describe('Name of the previous data root.'), to: text.describe('Name of the other one.') };
const moving = step.extend(roots);
const givenUp = z.object({ why: text.optional(), ...roots, reason: text });
const started = step.extend({ restored: text.optional().describe('A lost file that the agent wrote again.') });
const reindex = step.extend({
  action: text.nullable().describe('The rebuild; null once cancelled.'),
  attempt: integer,
});
const operation = z.object({ kind: text, id: text, reason: text.nullable() });
const rehearsing = step.extend({ version: text.optional().describe('The version that is tried.') });
const suspension = z.object({ code: text.optional().describe('The `NodeProblemCode` of the disk.') });
const change = z.object({ field: text, asked: text.nullish(), runs: text.nullish() });
const reverted = z.object({
  reason: text.describe('Why the daemon failed after the change.'),
  changes: z.array(change).describe('As `RevertedChange.changes`.'),
  revision: integer.describe('The requested one.'),
  runsRevision: integer.nullable(),
  refusal: text.nullable().describe('Why the change could not be reverted.'),
});
const endpoint = z.object({ endpointId: text, endpointName: text });
const consumer = endpoint.extend({ consumerId: text, consumerName: text });
const changed = { fields: z.array(text).describe('Names of the changed fields.') };
const member = endpoint.extend({
  code: text.describe('As `EndpointHostMember.code`.'),
  reason: text.describe('The same, for people.'),
});
const upgrade = z.object({ requestId: text, fromVersion: text, targetVersion: text, reason: text.nullable() });

/**
 * `Event.data` of each kind that Satrap records with data, which `schema/events/` publishes as JSON Schemas. Another
 * executor may report the same kinds with other data. Samples are `NodeMetrics`.
 */
export const eventData = {
  'node.image_pulled': step,
  'node.volume_created': step,
  'node.container_created': step,
  'node.container_removed': step,
  'node.started': started,
  'node.stopped': step.extend({ exitCode: integer.nullable() }),
  'node.file_set_aside': step.extend({ file: text }),
  'node.wallets_not_loaded': z.object({ wallets: z.array(text) }),
  'node.unpaused': step,
  'node.operation_succeeded': operation,
  'node.operation_failed': operation,
  'node.data_removed': step,
  'node.seed_begun': step,
  'node.data_copied': step.extend({ from: text.optional().describe('Id of the source.'), ...copied }),
  'node.data_verified': step.extend({
    from: text.optional().describe('Id of the source.'),
    ...tip,
    comparedWith: z.enum(['daemon', 'last sample', 'nothing']).optional(),
    utxoHash: text.nullish(),
  }),
  'node.move_refused': givenUp,
  'node.move_begun': moving,
  'node.move_copied': moving.extend(copied),
  'node.move_verified': moving,
  'node.move_answered': moving.extend({ ...tip, hasTip: z.boolean().optional() }),
  'node.move_cleaned_up': moving,
  'node.move_given_up': givenUp,
  'node.reindex_started': started,
  'node.reindex_begun': reindex,
  'node.reindex_not_begun': reindex,
  'node.reindex_settled': reindex,
  'node.index_removed': step.extend({ index: text }),
  'node.rehearsal_begun': rehearsing,
  'node.rehearsal_copied': rehearsing.extend({
    bytes: integer.optional(),
    seconds: z.number().optional(),
    frozenSeconds: z.number().optional().describe('For how long the node’s daemon was frozen.'),
  }),
  'node.rehearsed': rehearsing.extend({
    verdict: z.enum(['passed', 'refused', 'not_possible']).optional(),
    reason: text.nullish().describe('Why it did not pass.'),
  }),
  'node.rehearsal_cleaned_up': step,
  'node.exited': z.object({
    exitCode: integer.nullable(),
    outOfMemory: z.boolean(),
    lastWords: text.nullable().describe('The last lines of the log that name a cause.'),
    times: integer.describe('Identical exits in a row.'),
  }),
  'node.suspended': suspension,
  'node.resumed': suspension,
  'node.change_reverted': reverted,
  'node.change_not_reverted': reverted,
  'upgrade.fetching': upgrade,
  'upgrade.fetched': upgrade,
  'upgrade.rehearsing': upgrade,
  'upgrade.rehearsed': upgrade,
  'upgrade.switching': upgrade,
  'upgrade.judging': upgrade,
  'upgrade.committed': upgrade,
  'upgrade.rolled_back': upgrade,
  'upgrade.failed': upgrade,
  'upgrade.dropped': upgrade,
  'endpoint.created': endpoint,
  'endpoint.changed': endpoint.extend(changed),
  'endpoint.deleted': endpoint,
  'endpoint.member_used': member,
  'endpoint.member_unused': member,
  'consumer.created': consumer,
  'consumer.changed': consumer.extend(changed),
  'consumer.rotated': consumer.extend({ previousUntil: text.describe('When the previous secret expires.') }),
  'consumer.revoked': consumer,
  'consumer.expired': consumer.extend({ expiresAt: text }),
  'outbox.dropped': z.object({ counts: z.record(text, integer).describe('Dropped entries by kind.') }),
  'outbox.rejected': z.object({ id: text, kind: text, at: text, nodeId: text.nullish() }),
} as const satisfies Partial<Record<EventKind, z.ZodType<Record<string, unknown>>>>;

type KindWithData = keyof typeof eventData;

/** The data of an event of this kind; undefined for a kind without any. */
export type EventData<K extends EventKind> = K extends KindWithData
  ? z.input<(typeof eventData)[K]>
  : K extends 'node.sample'
    ? object
    : undefined;
