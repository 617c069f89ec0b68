import { forbidden, unauthenticated } from '../platform/input/errors.ts';
import { type Caller, type ExecutorCaller, isAffiliated, type PersonalCaller, type PersonCaller } from './caller.ts';
import { type Permission, permissionOf, type RootName } from './permission-table.ts';

/** What the schema keeps with each field that an operation begins with. */
export interface OperationExtensions {
  /** The permissions that the field's wrapper can check. The one that counts stands in the table. */
  permissions: readonly Permission[];
}

/** Who an operation is carried out for, by the permission that it takes. */
export interface CallerOf extends Record<Permission, Caller | null> {
  anyone: Caller | null;
  person: PersonCaller;
  member: PersonalCaller;
  admin: PersonalCaller;
  executor: ExecutorCaller;
  systemAdmin: PersonCaller;
}

/**
 * Returns the permission of an operation as the table has it. Throws when it has none that the operation's wrapper can check: better no
 * answer than one without a check.
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
      ? `the table of permissions has no row for ${root}.${field}`
      : `${root}.${field} is for ${required}, which its wrapper does not check`,
  );
}

/** Returns the caller whom the permission admits. Throws Unauthenticated and Forbidden. */
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

/** Returns the person who reads, or null for an executor's key and for a person without an organization, who see nothing. */
export function requireReader(caller: Caller | null): PersonalCaller | null {
  if (caller === null) throw unauthenticated();
  return isAffiliated(caller) ? caller : null;
}

/** Throws Forbidden for an executor's key. */
function requirePerson(caller: Caller | null): PersonCaller {
  if (caller === null) throw unauthenticated();
  if (caller.purpose === 'personal') return caller;
  throw forbidden('An executor’s API key may only report for its executor; use a personal key.');
}

/** Throws Forbidden for everybody but those who act in an organization. */
function requireMember(caller: Caller | null): PersonalCaller {
  const person = requirePerson(caller);
  if (isAffiliated(person)) return person;
  throw forbidden('You have no active organization, or it was deactivated; choose one with setActiveOrganization.');
}

/** Throws Forbidden for everybody but the owners and admins of the organization, and system administrators. */
function requireAdmin(caller: Caller | null): PersonalCaller {
  const member = requireMember(caller);
  if (isAdmin(member)) return member;
  throw forbidden('Only owners and admins of the organization may change anything.');
}

/** Throws Forbidden for everybody but system administrators. */
function requireSystemAdmin(caller: Caller | null): PersonCaller {
  const person = requirePerson(caller);
  if (person.isSystemAdmin) return person;
  throw forbidden('Only system administrators may do this.');
}

/** Throws Forbidden for a person. */
function requireExecutor(caller: Caller | null): ExecutorCaller {
  if (caller === null) throw unauthenticated();
  if (caller.purpose !== 'executor') throw forbidden('Only an executor’s API key may do this.');
  return caller;
}

/** Returns whether the caller may see secrets and change things. */
export const isAdmin = (caller: Caller | null): caller is PersonalCaller =>
  caller !== null &&
  isAffiliated(caller) &&
  (caller.isSystemAdmin || caller.role === 'owner' || caller.role === 'admin');
