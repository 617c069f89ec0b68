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
 * The outcome for a caller: `sees` something of Acme; `nothing` of Acme, and no error; `does` the request, or receives
 * changes; or an error code.
 */
export type Outcome = 'sees' | 'nothing' | 'does' | (string & {});

export type Expectations = Record<CallerName, Outcome>;

const inactive = { inactiveOwnerKey: 'Unauthenticated', inactiveExecutorKey: 'Unauthenticated' };

/** A query for every person of the organization. */
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

/** A query for owners and admins only. */
export const adminsSee: Expectations = { ...membersSee, member: 'nothing', memberKey: 'nothing' };

/** A query for system administrators only. */
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

/** A mutation that names no object: everyone applies it to their own organization. */
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

/** The same outcome for everyone, with or without a credential. */
export const everybody = (outcome: Outcome): Expectations =>
  Object.fromEntries(callerNames.map((caller) => [caller, outcome])) as Expectations;

/** The outcome for everyone of a deactivated organization. */
export const deactivated = (outcome: Outcome) => ({
  inactiveOwner: outcome,
  inactiveOwnerKey: outcome,
  inactiveExecutorKey: outcome,
});

/** Actions of every person for themselves, in a session and, unless `withKey` differs, through a key. */
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
