/** An executor agent, which acts for its organization and for no person. */
export interface ExecutorCaller {
  purpose: 'executor';
  keyId: string;
  organizationId: string;
  organizationName: string;
}

/** A person, through one of their API keys. */
export interface PersonalCaller {
  purpose: 'personal';
  keyId: string;
  userId: string;
  role: 'owner' | 'admin' | 'member';
  organizationId: string;
  organizationName: string;
}

/** Who makes a request. */
export type Caller = ExecutorCaller | PersonalCaller;
