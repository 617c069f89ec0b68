export interface Credential {
  type: 'apiKey' | 'session';
  id: string;
  /** It works only until then; left out for one without an end, and where that is asked of the database each time. */
  expiresAt?: Date;
}

export interface ExecutorCaller {
  purpose: 'executor';
  credential: Credential & { type: 'apiKey' };
  organizationId: string;
  organizationName: string;
  /** The only executor that the key may speak for; null while none has used it. */
  executorName: string | null;
  /** When the agent should take another key in its place; null for a key without an end. */
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
  /** Null for a system administrator who is no member of the organization. */
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

/** Returns what tells callers apart whose work is bounded: a person is one with all keys and sessions. */
export const callerIdOf = (caller: Caller): string =>
  caller.purpose === 'personal' ? `user ${caller.userId}` : `key ${caller.credential.id}`;

/** Returns on whose account a caller's work is bounded. A person without an organization counts as one of their own. */
export const ownerOf = (caller: Caller): { organizationId: string; callerId: string } => {
  const callerId = callerIdOf(caller);
  return { organizationId: caller.organizationId ?? callerId, callerId };
};

export interface RequestClient {
  /** IP address; null when the connection is gone. */
  address: string | null;
  origin: string | null;
  cookie: string | null;
  userAgent: string | null;
  /** The client's connection is encrypted, as far as we or a trusted proxy can see. */
  isSecure: boolean;
  /** The request says that a page of ours made it. Browsers always say which page made a POST request. */
  isOwnOrigin: boolean;
}
