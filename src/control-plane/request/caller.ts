/** What proved who the caller is: an API key, or a session of the browser. */
export interface Credential {
  type: 'apiKey' | 'session';
  id: string;
}

/** An executor agent, which acts for its organization and for no person. */
export interface ExecutorCaller {
  purpose: 'executor';
  credential: Credential & { type: 'apiKey' };
  organizationId: string;
  organizationName: string;
}

export type Role = 'owner' | 'admin' | 'member';

interface Person {
  purpose: 'personal';
  credential: Credential;
  userId: string;
  email: string;
  name: string;
  /** May do everything in every organization. */
  isSystemAdmin: boolean;
}

/** A person who acts in an organization. */
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

/** Who makes a request. */
export type Caller = ExecutorCaller | PersonCaller;

/** Returns whether the caller is a person who acts in an organization. */
export const isAffiliated = (caller: Caller): caller is PersonalCaller =>
  caller.purpose === 'personal' && caller.organizationId !== null;
