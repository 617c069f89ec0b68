import { isAdminOf, type Permission, permissionOf, type RootName } from '../../contract/permissions.ts';
import { forbidden, unauthenticated } from '../platform/input/errors.ts';
import { type Caller, type ExecutorCaller, isAffiliated, type PersonalCaller, type PersonCaller } from './caller.ts';

export interface OperationExtensions {
  /** Permissions that the field's wrapper can check. The table has the one that applies. */
  permissions: readonly Permission[];
}

export interface CallerOf extends Record<Permission, Caller | null> {
  anyone: Caller | null;
  person: PersonCaller;
  member: PersonalCaller;
  admin: PersonalCaller;
  executor: ExecutorCaller;
  systemAdmin: PersonCaller;
}

/**
 * Returns the permission of an operation. Throws if its wrapper cannot check it: better no answer than an unchecked
 * one.
 */
export function requiredPermission<P extends Permission>(
  root: RootName,
  field: string,
  { permissions }: { permissions: readonly P[] },
): P {
  const required = permissionOf(root, field);
  const permission = permissions.find((each) => each === required);
  if (permission !== undefined) return permission;
  throw new Error(
    required === undefined
      ? `the permission table has no row for ${root}.${field}`
      : `${root}.${field} requires ${required}, which its wrapper does not check`,
  );
}

export function requireCaller<P extends Permission>(permission: P, caller: Caller | null): CallerOf[P] {
  const checks: { [K in Permission]: (caller: Caller | null) => CallerOf[K] } = {
    anyone: (anyone) => anyone,
    person: requirePerson,
    member: requireMember,
    admin: requireAdmin,
    executor: requireExecutor,
    systemAdmin: requireSystemAdmin,
  };
  return checks[permission](caller);
}

/**
 * Returns the reading person, or null for an executor's key and for a person without an organization, who see nothing.
 */
export function requireReader(caller: Caller | null): PersonalCaller | null {
  if (caller === null) throw unauthenticated();
  return isAffiliated(caller) ? caller : null;
}

function requirePerson(caller: Caller | null): PersonCaller {
  if (caller === null) throw unauthenticated();
  if (caller.purpose === 'personal') return caller;
  throw forbidden('An executor’s API key may only report for its executor; use a personal key.');
}

function requireMember(caller: Caller | null): PersonalCaller {
  const person = requirePerson(caller);
  if (isAffiliated(person)) return person;
  throw forbidden('You have no active organization, or it was deactivated; choose one with setActiveOrganization.');
}

function requireAdmin(caller: Caller | null): PersonalCaller {
  const member = requireMember(caller);
  if (isAdmin(member)) return member;
  throw forbidden('Only owners and admins of the organization may make changes.');
}

function requireSystemAdmin(caller: Caller | null): PersonCaller {
  const person = requirePerson(caller);
  if (person.isSystemAdmin) return person;
  throw forbidden('Only system administrators may do this.');
}

function requireExecutor(caller: Caller | null): ExecutorCaller {
  if (caller === null) throw unauthenticated();
  if (caller.purpose !== 'executor') throw forbidden('Only an executor’s API key may do this.');
  return caller;
}

/** Whether the caller may see secrets and make changes. */
export const isAdmin = (caller: Caller | null): caller is PersonalCaller =>
  caller !== null && isAffiliated(caller) && isAdminOf(caller);
