import { createHash } from 'node:crypto';
import { fitText } from '../../text/fit-text.ts';
import { isRollbackId } from '../../upgrade/upgrade-files.ts';
import type { NewEvent } from '../outbox/event.ts';

/** Escaped as JSON, each unit may take six bytes, and an event of more than 16 KiB is refused. */
const maxReasonLength = 2500;

export interface ReportedRequest {
  requestId: string;
  fromVersion: string;
  targetVersion: string;
}

const messages = {
  fetching: ({ fromVersion, targetVersion }) => `Downloading version ${targetVersion} (current: ${fromVersion})`,
  fetched: ({ targetVersion }) => `Downloaded and verified version ${targetVersion}`,
  rehearsing: ({ targetVersion }) => `Rehearsing version ${targetVersion}`,
  rehearsed: ({ targetVersion }) => `Rehearsed version ${targetVersion}: no node would change`,
  switching: ({ fromVersion, targetVersion }) => `Switching the agent from ${fromVersion} to ${targetVersion}`,
  judging: ({ fromVersion, targetVersion }) =>
    `Version ${targetVersion} is running; checking it against ${fromVersion}`,
  committed: ({ targetVersion }) => `Upgraded the agent to ${targetVersion}`,
  rolled_back: ({ fromVersion, targetVersion }) =>
    `Rolled back from ${targetVersion} to ${fromVersion}: ${targetVersion} failed`,
  failed: ({ fromVersion, targetVersion }) => `The upgrade to ${targetVersion} failed; ${fromVersion} is still running`,
  dropped: ({ targetVersion }) => `Cancelled the upgrade to ${targetVersion}: no longer requested`,
} satisfies Record<string, (request: ReportedRequest) => string>;

export type UpgradeStep = keyof typeof messages;

const textOf = (step: UpgradeStep, request: ReportedRequest): string =>
  step === 'committed' && isRollbackId(request.requestId)
    ? `The agent was switched manually from ${request.fromVersion} to ${request.targetVersion}`
    : messages[step](request);

/** Returns the event of a step. A failure is no error here: the control plane records one when it ends the request. */
export function upgradeEvent(step: UpgradeStep, request: ReportedRequest, reason: string | null): NewEvent {
  const { requestId, fromVersion, targetVersion } = request;
  return {
    kind: `upgrade.${step}`,
    nodeId: null,
    message: `${textOf(step, request)}${reason === null ? '.' : `: ${reason}`}`,
    data: { requestId, fromVersion, targetVersion, reason: reason === null ? null : fitText(reason, maxReasonLength) },
  };
}

/** Returns the id of that event: always the same, so that repeated reports are stored once. */
export function upgradeEventId(step: UpgradeStep, { requestId }: Pick<ReportedRequest, 'requestId'>): string {
  const hex = createHash('sha256').update(`satrap upgrade ${requestId} ${step}`).digest('hex');
  // A UUID of version 8 (RFC 9562).
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
