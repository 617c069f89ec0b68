import type {
  QueryAuditVerificationArgs as Args,
  AuditFault,
  AuditVerification,
} from '../../../contract/types.generated.ts';
import { oneRow, rowsOf, sql } from '../../platform/database/database.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import type { RequestContext } from '../../request/context.ts';
import { encodedValues, faultOf, faultOfEnd, type Link, type StoredAction, start } from './audit-chain.ts';

const maxActions = 1000;
/** In values of the answer's budget: an action is read, but not answered. */
const actionCost = 4;
const shownFaults = 10;

type Context = Pick<RequestContext, 'budget' | 'bulk' | 'readHistory'>;

/** Verifies a page of an organization's log, in slices: thousands of hashes must not make others wait. */
export async function verifyAuditLog(
  context: Context,
  organizationId: string,
  { previous, through, take }: Args,
): Promise<AuditVerification> {
  const from = linkOf(previous);
  const limit = take ?? maxActions;
  if (limit < 1 || limit > maxActions) throw invalidInput([{ path: ['take'], message: `must be 1 to ${maxActions}` }]);
  context.budget.charge(limit * actionCost);
  const { head, rows } = await context.budget.inTurn(() =>
    readPage(context, organizationId, { after: from.sequence, through: through ?? maxInteger, limit: limit + 1 }),
  );
  const page = rows.slice(0, limit);
  const faults: AuditFault[] = [];
  let last = from;
  for (const row of page) {
    if (context.bulk.isDue) await context.bulk.turn();
    const action: StoredAction = { ...row, hash: bytesOf(row.hash) };
    const fault = faultOf(last, action);
    if (fault !== undefined) faults.push(fault);
    last = action;
  }
  const isComplete = rows.length <= limit && through == null;
  const fault = isComplete ? faultOfEnd(last, head === null ? undefined : linkOf(head)) : undefined;
  if (fault !== undefined) faults.push(fault);
  return {
    count: page.length,
    firstAt: timeOf(page[0]),
    lastAt: timeOf(page.at(-1)),
    last: { sequence: last.sequence, hash: last.hash.toString('hex') },
    isComplete,
    faultCount: faults.length,
    faults: faults.slice(0, shownFaults),
  };
}

interface StoredLink {
  sequence: number;
  /** As hexadecimal digits. */
  hash: string;
}

interface Page {
  /** The record of the last action; null without one. */
  head: StoredLink | null;
  rows: (StoredLink & Pick<StoredAction, 'values'> & { at: string })[];
}

const timeOf = (row: { at: string } | undefined): string | null => (row ? new Date(row.at).toISOString() : null);

const maxInteger = 2_147_483_647;
const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

const linkOf = (given: StoredLink | null | undefined): Link =>
  given == null ? start : { sequence: given.sequence, hash: bytesOf(given.hash) };

/** Reads actions and the record of the last one in one statement, so that no action is added in between. */
const readPage = (
  { readHistory }: Context,
  organizationId: string,
  { after, through, limit }: { after: number; through: number; limit: number },
): Promise<Page> =>
  readHistory(async (database) =>
    oneRow(
      rowsOf<Page>(
        await database.execute(sql`
          SELECT
            (SELECT json_build_object('sequence', sequence, 'hash', encode(hash, 'hex')) FROM audit_head
              WHERE organization_id = ${organizationId}) AS head,
            coalesce((SELECT json_agg(json_build_object('sequence', sequence, 'hash', encode(hash, 'hex'), 'at', at,
                'values', ARRAY[${sql.join([...encodedValues], sql`, `)}]) ORDER BY sequence)
              FROM (SELECT * FROM audit_action WHERE organization_id = ${organizationId}
                AND sequence > ${after} AND sequence <= ${through} ORDER BY sequence LIMIT ${limit}) AS action), '[]') AS rows`),
      ),
    ),
  );
