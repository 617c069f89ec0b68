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

/** Callers whose credential is missing or no longer valid. */
const unauthenticated = {
  nobody: 'unauthenticated',
  inactiveOwnerKey: 'unauthenticated',
  inactiveExecutorKey: 'unauthenticated',
};

/** The outcome for callers of Acme with these roles, in a session or through a key; `refusal` for everyone else. */
const only = (roles: readonly string[], outcome: Outcome, refusal: Outcome): Expectations => {
  const outcomeFor = (caller: CallerName) => (roles.includes(caller.replace('Key', '')) ? outcome : refusal);
  const outcomes = callerNames.map((caller) => [caller, outcomeFor(caller)]);
  return { ...(Object.fromEntries(outcomes) as Expectations), ...unauthenticated };
};

const admins = ['admin', 'owner', 'systemAdmin'];
const members = ['member', ...admins];
const systemAdmins = ['systemAdmin', 'systemAdminElsewhere'];

/** Queries for every person of the organization, for its owners and admins, and for system administrators. */
export const membersSee = only(members, 'sees', 'nothing');
export const adminsSee = only(admins, 'sees', 'nothing');
export const systemAdminsSee = only(systemAdmins, 'sees', 'nothing');

/** Mutations of an object of Acme, for the same; and a report of the executor that the objects are on. */
export const membersDo = only(members, 'does', 'Forbidden');
export const adminsDo = only(admins, 'does', 'Forbidden');
export const systemAdminsDo = only(systemAdmins, 'does', 'Forbidden');
export const executorDoes = only(['executor'], 'does', 'Forbidden');

/** A mutation that names no object: everyone applies it to their own organization. */
export const adminsDoAtHome: Expectations = { ...adminsDo, strangerOwner: 'does' };

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
  ...unauthenticated,
  ...{ strangerExecutor: 'Forbidden', executorKey: 'Forbidden', otherExecutorKey: 'Forbidden' },
});
