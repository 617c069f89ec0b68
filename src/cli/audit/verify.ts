import type { Command } from 'commander';
import type { AuditVerificationPageFragment } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { option, wholeNumber } from '../options.ts';
import { print, when } from '../output.ts';

type Page = AuditVerificationPageFragment;
type Fault = Page['faults'][number];
type Link = Page['last'];

/** A place in the log whose hash somebody wrote down. */
interface Known extends Link {
  /** Whether the log has this hash there. */
  isSame: boolean;
}

export interface Verified extends Pick<Page, 'count' | 'firstAt' | 'lastAt' | 'last' | 'faultCount' | 'faults'> {
  /** Null unless a hash was given. */
  known: Known | null;
}

const shownFaults = 10;

export function register(audit: Command): void {
  defineApiCommand(audit, 'verify', 'verify that no action in the audit log was changed or removed', [
    option('--head <hash>', 'hash that the log had at --sequence, as an earlier run printed it'),
    option('--sequence <n>', 'number of the action that has the hash of --head', wholeNumber(1, 2_147_483_647)),
    option('--organization <id>', 'another organization, for system administrators'),
    option('--control-plane', 'actions outside of organizations, for system administrators'),
  ])
    .action(async (api, { head, sequence, organization, controlPlane = false, ...options }) => {
      if ((head === undefined) !== (sequence === undefined))
        throw new CommandError('--head and --sequence belong together', 'usage');
      if (organization !== undefined && controlPlane)
        throw new CommandError('--organization and --control-plane exclude each other', 'usage');
      const known = head === undefined || sequence === undefined ? null : { hash: head.toLowerCase(), sequence };
      const read = pagesOf(api, controlPlane ? null : organization);
      const verified = await verifyLog(read, known);
      print(verified, options, () => verifiedLines(verified));
      if (verified.faultCount > 0 || verified.known?.isSame === false) process.exitCode = 1;
    })
    .addHelpText(
      'after',
      '\nExits with 1 if there is a fault. Keep the printed hash where nobody of the database can write.',
    );
}

type ReadPage = (variables: { previous: Link | null; through: number | null }) => Promise<Page>;

/** `organization`: an id; null for actions outside of organizations, undefined for one's own organization. */
const pagesOf =
  (api: Api, organization: string | null | undefined): ReadPage =>
  async (variables) => {
    if (organization === undefined) {
      const { auditVerification } = await api.call('VerifyAuditLog', variables);
      if (auditVerification != null) return auditVerification;
      throw new CommandError('you are not a member of an organization; for any, use --organization', 'refused');
    }
    const { adminAuditVerification } = await api.call('VerifyAnyAuditLog', {
      organizationId: organization,
      ...variables,
    });
    if (adminAuditVerification != null) return adminAuditVerification;
    throw new CommandError('only system administrators can verify the log of another organization', 'refused');
  };

/** Reads all pages. One of them ends at the number whose hash is known. */
export async function verifyLog(read: ReadPage, known: Link | null): Promise<Verified> {
  const verified: Verified = {
    ...{ count: 0, firstAt: null, lastAt: null, last: { sequence: 0, hash: '' }, faultCount: 0, faults: [] },
    known: known && { ...known, isSame: false },
  };
  for (let isComplete = false, isBefore = known !== null; !isComplete; ) {
    const previous = verified.count === 0 ? null : verified.last;
    const through = isBefore && known !== null ? known.sequence : null;
    const page = await read({ previous, through });
    verified.count += page.count;
    verified.firstAt ??= page.firstAt;
    verified.lastAt = page.lastAt ?? verified.lastAt;
    verified.last = page.last;
    verified.faultCount += page.faultCount;
    verified.faults = [...verified.faults, ...page.faults].slice(0, shownFaults);
    isComplete = page.isComplete;
    if (!isBefore || known === null || verified.known === null) continue;
    if (page.last.sequence === known.sequence) verified.known.isSame = page.last.hash === known.hash;
    isBefore = page.count > 0 && page.last.sequence < known.sequence;
  }
  return verified;
}

export function verifiedLines({ count, firstAt, lastAt, last, faultCount, faults, known }: Verified): string[] {
  const range = firstAt == null || lastAt == null ? '' : `, from ${when(firstAt)} to ${when(lastAt)}`;
  const unshown = faultCount - faults.length;
  const isIntact = faultCount === 0 && known?.isSame !== false;
  return [
    ...faults.map((fault) => faultLine(fault)),
    ...(unshown > 0 ? [`and ${counted(unshown, 'further fault')}`] : []),
    ...(known === null ? [] : [knownLine(known, last)]),
    `${counted(count, 'action')} verified${range}: ${isIntact ? 'no faults' : 'the audit log was tampered with'}`,
    ...(last.sequence === 0 ? [] : [`last action ${last.sequence}, hash ${last.hash}`]),
  ];
}

function faultLine({ kind, first, last }: Fault): string {
  const actions = first === last ? `action ${first}` : `actions ${first} to ${last}`;
  switch (kind) {
    case 'removed':
      return `${actions}: removed`;
    case 'changed':
      return `${actions}: changed, or put in place of another action`;
    case 'inserted':
      return `${actions}: not written by the control plane, or the record of the last action was set back`;
    case 'head':
      return `${actions}: the record of the last action was changed or removed`;
    default:
      return `${actions}: ${kind satisfies never}`;
  }
}

const knownLine = ({ sequence, isSame }: Known, last: Link): string =>
  isSame
    ? `action ${sequence} has the given hash: no action up to it was changed or removed`
    : `action ${sequence} ${last.sequence < sequence ? 'is missing' : 'does not have the given hash: it, or an earlier action, was changed or removed'}`;
