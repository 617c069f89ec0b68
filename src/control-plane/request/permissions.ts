import { forbidden, unauthenticated } from '../input/errors.ts';
import { type Caller, type ExecutorCaller, isAffiliated, type PersonalCaller } from './caller.ts';

/** Returns the person who reads, or null for an executor's key and for a person without an organization, who see nothing. */
export function requireReader(caller: Caller | null): PersonalCaller | null {
  if (caller === null) throw unauthenticated();
  return isAffiliated(caller) ? caller : null;
}

/** Throws Forbidden for everybody but the owners and admins of the organization. */
export function requireAdmin(caller: Caller | null): PersonalCaller {
  if (caller === null) throw unauthenticated();
  if (isAdmin(caller)) return caller;
  if (caller.purpose === 'executor') {
    throw forbidden('An executor’s API key may only report for its executor; use a personal key.');
  }
  throw forbidden(
    isAffiliated(caller)
      ? 'Only owners and admins of the organization may change anything.'
      : 'You have no active organization, or it was deactivated; choose one with setActiveOrganization.',
  );
}

/** Throws Forbidden for a person's key. */
export function requireExecutor(caller: Caller | null): ExecutorCaller {
  if (caller === null) throw unauthenticated();
  if (caller.purpose !== 'executor') throw forbidden('Only an executor’s API key may do this.');
  return caller;
}

/** Returns whether the caller may see secrets and change things. */
export const isAdmin = (caller: Caller | null): caller is PersonalCaller =>
  caller !== null &&
  isAffiliated(caller) &&
  (caller.isSystemAdmin || caller.role === 'owner' || caller.role === 'admin');
