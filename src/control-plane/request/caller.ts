export interface Credential {
  type: 'api_key' | 'session';
  id: string;
  /** Expiry; absent for a key that never expires, and if the database is checked on each request. */
  expiresAt?: Date;
}

export interface ExecutorCaller {
  purpose: 'executor';
  credential: Credential & { type: 'api_key' };
  organizationId: string;
  organizationName: string;
  /** The only executor that may use the key; null before its first use. */
  executorName: string | null;
  /** When the agent should rotate the key; null for a key that never expires. */
  rotateKeyAt: Date | null;
}

export type Role = 'owner' | 'admin' | 'member';

export const rankOf = (role: Role | null): number => (role === null ? 0 : { member: 1, admin: 2, owner: 3 }[role]);

interface Person {
  purpose: 'personal';
  credential: Credential;
  userId: string;
  email: string;
  name: string;
  isSystemAdmin: boolean;
}

export interface PersonalCaller extends Person {
  /** Null for a system administrator who is not a member of the organization. */
  role: Role | null;
  organizationId: string;
  organizationName: string;
}

/** A person whose session has no active organization, or one that a system administrator deactivated. */
export interface UnaffiliatedCaller extends Person {
  role: null;
  organizationId: null;
  organizationName: null;
}

export type PersonCaller = PersonalCaller | UnaffiliatedCaller;

export type Caller = ExecutorCaller | PersonCaller;

export const isAffiliated = (caller: Caller): caller is PersonalCaller =>
  caller.purpose === 'personal' && caller.organizationId !== null;

/** Returns the key for per-caller limits: a person counts as one with all keys and sessions. */
export const callerIdOf = (caller: Caller): string =>
  caller.purpose === 'personal' ? `user ${caller.userId}` : `key ${caller.credential.id}`;

/** Returns the owner of a caller's limits. A person without an organization counts as an organization. */
export const ownerOf = (caller: Caller): { organizationId: string; callerId: string } => {
  const callerId = callerIdOf(caller);
  return { organizationId: caller.organizationId ?? callerId, callerId };
};

export interface RequestClient {
  /** IP address; null after the connection was closed. */
  address: string | null;
  origin: string | null;
  cookie: string | null;
  userAgent: string | null;
  /** Whether the client's connection is encrypted, as far as we or a trusted proxy can see. */
  isSecure: boolean;
  /** Whether one of our pages made the request. Browsers always send the origin of a POST request. */
  isOwnOrigin: boolean;
}
