import { GraphQLError } from 'graphql';
import type { Caller } from './caller.ts';
import type { Permission } from './permission-table.ts';

/** The object that a mutation concerned. */
export interface MutationSubject {
  type:
    | 'api-key'
    | 'enrolment-token'
    | 'executor'
    | 'node'
    | 'person'
    | 'session'
    | 'organization'
    | 'member'
    | 'invitation'
    | 'incident'
    | 'notification-settings'
    | 'release'
    | 'rollout'
    | 'webhook-delivery';
  id: string;
  /** Of what has one. */
  revision?: number;
  /** The organization that it concerns, where that is not the one that the caller acts in; null where it concerns none. */
  organizationId?: string | null;
  /** The person who turned out to be the caller, as by signing in. */
  isActor?: true;
}

/** What a refused mutation was about, with its name. */
export interface Refused extends MutationSubject {
  name: string | null;
}

/** How a mutation ended. Holds neither the caller's input nor the answer: both may contain secrets. */
export interface MutationOutcome {
  /** The request that it came in, as the audit log has it. */
  requestId: string;
  mutation: string;
  permission: Permission;
  caller: Caller | null;
  /** Null when the mutation failed, or concerned no single object. */
  subject: MutationSubject | null;
  /** Null when the mutation succeeded. */
  errorCode: string | null;
  durationMs: number;
}

/** Returns the `extensions.code` of an error; `internal_error` for any error that is not meant for the caller. */
export function errorCodeOf(error: unknown): string {
  const code = error instanceof GraphQLError ? error.extensions['code'] : undefined;
  return typeof code === 'string' ? code : 'internal_error';
}
