import type { GraphQLError } from 'graphql';
import { isAdminOf, permissionOf, type RootName } from '../../contract/permissions.ts';
import type { Permission } from '../../contract/types.generated.ts';
import { forbidden, unauthenticated } from '../platform/input/errors.ts';
import { type Caller, type ExecutorCaller, isAffiliated, type PersonalCaller, type PersonCaller } from './caller.ts';

export interface OperationExtensions {
  /** Permissions that the field's wrapper can check. The table has the one that applies. */
  permissions: readonly Permission[];
  checksOwnTexts?: boolean;
}

export interface CallerOf extends Record<Permission, Caller | null> {
  anyone: Caller | null;
  person: PersonCaller;
  member: PersonalCaller;
  admin: PersonalCaller;
  executor: ExecutorCaller;
  system_admin: PersonCaller;
}

/** Returns an operation's permission. Throws if its wrapper cannot check it: better no answer than an unchecked one. */
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
      ? `the schema has no ${root}.${field}`
      : `${root}.${field} requires ${required}, which its wrapper does not check`,
  );
}

export function requireCaller<P extends Permission>(permission: P, caller: Caller | null): CallerOf[P] {
  const refusal = permission === 'anyone' ? null : refusalOf(permission, caller);
  if (refusal !== null) throw refusal;
  return caller as CallerOf[P];
}

function refusalOf(permission: Permission, caller: Caller | null): GraphQLError | null {
  if (caller === null) return unauthenticated();
  if (permission === 'executor')
    return caller.purpose === 'executor' ? null : forbidden('Only an executor’s API key may do this.');
  if (caller.purpose === 'executor')
    return forbidden('An executor’s API key may only report for its executor; use a personal key.');
  if (permission === 'person') return null;
  if (permission === 'system_admin')
    return caller.isSystemAdmin ? null : forbidden('Only system administrators may do this.');
  if (!isAffiliated(caller))
    return forbidden('You have no active organization, or it was deactivated; choose one with setActiveOrganization.');
  if (permission === 'member' || isAdmin(caller)) return null;
  return forbidden('Only owners and admins of the organization may make changes.');
}

/** Returns the reader; null for an executor's key and for a person without an organization, who see nothing. */
export function requireReader(caller: Caller | null): PersonalCaller | null {
  if (caller === null) throw unauthenticated();
  return isAffiliated(caller) ? caller : null;
}

/** Whether the caller may see secrets and make changes. */
export const isAdmin = (caller: Caller | null): caller is PersonalCaller =>
  caller !== null && isAffiliated(caller) && isAdminOf(caller);
