import type { ApiContext } from '../api/context.ts';
import { forbidden, unauthenticated } from '../api/errors.ts';
import type { Caller } from './callers.ts';

/** For reading: whoever may read in an organization, or null for an executor's key, to which the organization is empty. */
export function readerOf({ caller }: ApiContext): Caller | null {
  if (caller === null) throw unauthenticated();
  return caller.purpose === 'personal' ? caller : null;
}

/** For changing what belongs to the organization. Throws Forbidden for others than owners and admins. */
export function writerOf(context: ApiContext): Caller {
  const { caller } = context;
  if (caller === null) throw unauthenticated();
  if (!mayChange(caller)) {
    throw forbidden(
      caller.purpose === 'executor'
        ? 'An executor’s API key may only report for its executor; use a personal key.'
        : 'Only owners and admins of the organization may change anything.',
    );
  }
  return caller;
}

/** Whether someone may see secrets and change things. */
export const isAdmin = (caller: Caller | null): caller is Caller => caller !== null && mayChange(caller);

const mayChange = ({ purpose, role }: Caller): boolean =>
  purpose === 'personal' && (role === 'owner' || role === 'admin');

/** For what only an agent does. Throws Forbidden for a person's key. */
export function executorOf({ caller }: ApiContext): Caller {
  if (caller === null) throw unauthenticated();
  if (caller.purpose !== 'executor') throw forbidden('Only an executor’s API key may do this.');
  return caller;
}
