import { createHash } from 'node:crypto';
import { fitText } from '../../text/fit-text.ts';
import { isRollbackId } from '../../upgrade/order.ts';
import type { NewEvent } from '../outbox/event.ts';

/** Escaped as JSON, each unit of it may be six bytes, and an event with more than 16 KiB is refused. */
const maxReasonLength = 2500;

export type UpgradeStep =
  | 'fetching'
  | 'fetched'
  | 'rehearsing'
  | 'rehearsed'
  | 'switching'
  | 'judging'
  | 'committed'
  | 'rolled_back'
  | 'failed'
  | 'dropped';

export interface ToldRequest {
  requestId: string;
  fromVersion: string;
  targetVersion: string;
}

const messages: Record<UpgradeStep, (request: ToldRequest) => string> = {
  fetching: ({ fromVersion, targetVersion }) => `The agent ${fromVersion} fetches the version ${targetVersion}`,
  fetched: ({ targetVersion }) => `The archive of ${targetVersion} is here, and its size, hash and signature are right`,
  rehearsing: ({ targetVersion }) => `The version ${targetVersion} tries, without effect, what it would do`,
  rehearsed: ({ targetVersion }) => `The version ${targetVersion} would leave every node as it is`,
  switching: ({ fromVersion, targetVersion }) => `The version ${targetVersion} takes the place of ${fromVersion}`,
  judging: ({ fromVersion, targetVersion }) => `The version ${targetVersion} runs, and is compared with ${fromVersion}`,
  committed: ({ targetVersion }) => `The version ${targetVersion} stays`,
  rolled_back: ({ fromVersion, targetVersion }) =>
    `Rolled back from ${targetVersion} to ${fromVersion}: ${targetVersion} failed`,
  failed: ({ fromVersion, targetVersion }) =>
    `The upgrade to ${targetVersion} could not be done; ${fromVersion} runs as before`,
  dropped: ({ targetVersion }) =>
    `The upgrade to ${targetVersion} is no longer asked for, and what was fetched of it is removed`,
};

const textOf = (step: UpgradeStep, request: ToldRequest): string =>
  step === 'committed' && isRollbackId(request.requestId)
    ? `The agent was switched by hand from ${request.fromVersion} to ${request.targetVersion}`
    : messages[step](request);

/** Returns the event of a step. A failure is no error here: the control plane records one when it ends the request. */
export function upgradeEvent(step: UpgradeStep, request: ToldRequest, reason: string | null): NewEvent {
  const { requestId, fromVersion, targetVersion } = request;
  return {
    kind: step === 'rolled_back' ? 'upgrade.rolled-back' : `upgrade.${step}`,
    nodeId: null,
    message: `${textOf(step, request)}${reason === null ? '.' : `: ${reason}`}`,
    data: { requestId, fromVersion, targetVersion, reason: reason === null ? null : fitText(reason, maxReasonLength) },
  };
}

/** Returns the id of that event: always the same, so that it is stored once however often an agent is killed and tells it again. */
export function upgradeEventId(step: UpgradeStep, { requestId }: Pick<ToldRequest, 'requestId'>): string {
  const hex = createHash('sha256').update(`satrap upgrade ${requestId} ${step}`).digest('hex');
  // A UUID of version 8 (RFC 9562).
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
