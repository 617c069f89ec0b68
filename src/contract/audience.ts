import { permissionOf, type RootName } from './permissions.ts';
import type { Mutation, Query } from './types.generated.ts';

/** Who reads the schema: one file for each. */
export const audiences = ['people', 'executors', 'sign-in'] as const;
export type Audience = (typeof audiences)[number];

/** Operations of the console's sign-in pages and of a person's own account. */
const ofSignIn = [
  ...['signUp', 'signIn', 'confirmSignIn', 'signOut', 'sessions', 'endSession', 'endOtherSessions'],
  ...['singleSignOn', 'startSingleSignOn', 'completeSingleSignOn'],
  ...['invitation', 'passwordReset', 'resetPassword', 'changePassword'],
  ...['setUpSecondFactor', 'confirmSecondFactor', 'removeSecondFactor', 'renewRecoveryCodes'],
] as const satisfies readonly (keyof Query | keyof Mutation)[];

/** Returns the audiences of an operation. All have `viewer`, the owner of any credential: GraphQL requires a query. */
export function audiencesOf(root: RootName, field: string): readonly Audience[] {
  if (field === 'viewer') return audiences;
  if (ofSignIn.some((name) => name === field)) return ['sign-in'];
  return field === 'enrolExecutor' || permissionOf(root, field) === 'executor' ? ['executors'] : ['people'];
}
