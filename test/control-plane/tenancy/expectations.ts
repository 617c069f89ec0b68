/**
 * Who tries each operation on the objects of the organization Acme:
 * - `nobody`: without a credential;
 * - `stranger…`: the owner of another organization, and its executor;
 * - `member`, `admin`, `owner`: people of Acme in a session; with `Key`, through a personal key;
 * - `executorKey`: the executor that the objects are on; `otherExecutorKey`: another executor of Acme;
 * - `inactive…`: the same of Acme, after it was deactivated;
 * - `systemAdmin`: a system administrator who is no member, with Acme as the active organization; `systemAdminElsewhere`: with none.
 */
export const callerNames = [
  'nobody',
  'strangerOwner',
  'strangerExecutor',
  'member',
  'memberKey',
  'admin',
  'adminKey',
  'owner',
  'ownerKey',
  'executorKey',
  'otherExecutorKey',
  'systemAdmin',
  'systemAdminElsewhere',
  'inactiveOwner',
  'inactiveOwnerKey',
  'inactiveExecutorKey',
] as const;

export type CallerName = (typeof callerNames)[number];

/**
 * What a caller gets: `sees` something of Acme; `nothing` of Acme, and no error; `does` what was asked, or is told of changes; or the code of
 * an error.
 */
export type Outcome = 'sees' | 'nothing' | 'does' | (string & {});

export type Expectations = Record<CallerName, Outcome>;

const inactive = { inactiveOwnerKey: 'Unauthenticated', inactiveExecutorKey: 'Unauthenticated' };

/** A query that every person of the organization may ask. */
export const membersSee: Expectations = {
  nobody: 'Unauthenticated',
  strangerOwner: 'nothing',
  strangerExecutor: 'nothing',
  member: 'sees',
  memberKey: 'sees',
  admin: 'sees',
  adminKey: 'sees',
  owner: 'sees',
  ownerKey: 'sees',
  executorKey: 'nothing',
  otherExecutorKey: 'nothing',
  systemAdmin: 'sees',
  systemAdminElsewhere: 'nothing',
  inactiveOwner: 'nothing',
  ...inactive,
};

/** A query that only owners and admins may ask. */
export const adminsSee: Expectations = { ...membersSee, member: 'nothing', memberKey: 'nothing' };

/** A query that only system administrators may ask. */
export const systemAdminsSee: Expectations = {
  ...adminsSee,
  ...{ admin: 'nothing', adminKey: 'nothing', owner: 'nothing', ownerKey: 'nothing', systemAdminElsewhere: 'sees' },
};

/** A mutation of an object of Acme, for its owners and admins. */
export const adminsDo: Expectations = {
  nobody: 'Unauthenticated',
  strangerOwner: 'Forbidden',
  strangerExecutor: 'Forbidden',
  member: 'Forbidden',
  memberKey: 'Forbidden',
  admin: 'does',
  adminKey: 'does',
  owner: 'does',
  ownerKey: 'does',
  executorKey: 'Forbidden',
  otherExecutorKey: 'Forbidden',
  systemAdmin: 'does',
  systemAdminElsewhere: 'Forbidden',
  inactiveOwner: 'Forbidden',
  ...inactive,
};

/** A mutation that names no object: everybody does it in their own organization. */
export const adminsDoAtHome: Expectations = { ...adminsDo, strangerOwner: 'does' };

/** A mutation or subscription for every person of the organization. */
export const membersDo: Expectations = { ...adminsDo, member: 'does', memberKey: 'does' };

/** A mutation for system administrators. */
export const systemAdminsDo: Expectations = {
  ...adminsDo,
  ...{
    admin: 'Forbidden',
    adminKey: 'Forbidden',
    owner: 'Forbidden',
    ownerKey: 'Forbidden',
    systemAdminElsewhere: 'does',
  },
};

/** The same answer for everybody, with or without a credential. */
export const everybody = (outcome: Outcome): Expectations =>
  Object.fromEntries(callerNames.map((caller) => [caller, outcome])) as Expectations;

/** What nobody of a deactivated organization gets. */
export const deactivated = (outcome: Outcome) => ({
  inactiveOwner: outcome,
  inactiveOwnerKey: outcome,
  inactiveExecutorKey: outcome,
});

/** What every person does for themselves, in a session and, if `withKey` does not say otherwise, through a key. */
export const peopleGet = (outcome: Outcome, withKey: Outcome = outcome): Expectations => ({
  ...everybody(outcome),
  ...{ strangerOwner: withKey, memberKey: withKey, adminKey: withKey, ownerKey: withKey },
  ...{ nobody: 'Unauthenticated', inactiveOwnerKey: 'Unauthenticated', inactiveExecutorKey: 'Unauthenticated' },
  ...{ strangerExecutor: 'Forbidden', executorKey: 'Forbidden', otherExecutorKey: 'Forbidden' },
});

/** A report of the executor that the objects are on. */
export const executorDoes: Expectations = {
  ...adminsDo,
  ...{ admin: 'Forbidden', adminKey: 'Forbidden', owner: 'Forbidden', ownerKey: 'Forbidden', systemAdmin: 'Forbidden' },
  ...{ executorKey: 'does', otherExecutorKey: 'Forbidden' },
};
