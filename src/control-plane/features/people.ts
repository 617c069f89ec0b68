import { accountResolvers, apiKeySnapshot } from '../people/accounts/api-keys.ts';
import { keyUseJob } from '../people/accounts/key-use.ts';
import { invitationResolvers, invitationSnapshot } from '../people/organizations/invitations.ts';
import { memberResolvers, memberSnapshot } from '../people/organizations/members.ts';
import { organizationResolvers, organizationSnapshot } from '../people/organizations/organizations.ts';
import { personSnapshot, systemAdminResolvers } from '../people/organizations/system-admins.ts';
import { passwordResolvers } from '../people/sign-in/passwords.ts';
import { secondFactorResolvers } from '../people/sign-in/second-factor.ts';
import { peopleCleanUpJob, sessionResolvers } from '../people/sign-in/sessions.ts';
import { signInResolvers } from '../people/sign-in/sign-in.ts';
import { signUpResolvers } from '../people/sign-in/sign-up.ts';
import { singleSignOnResolvers } from '../people/sign-in/single-sign-on/resolvers.ts';
import { viewerResolvers } from '../people/sign-in/viewer.ts';
import type { Feature } from './feature.ts';

/** Accounts, organizations and their members, and how people sign in. */
export const people = {
  resolvers: [
    accountResolvers,
    organizationResolvers,
    memberResolvers,
    invitationResolvers,
    systemAdminResolvers,
    viewerResolvers,
    signInResolvers,
    singleSignOnResolvers,
    signUpResolvers,
    passwordResolvers,
    sessionResolvers,
    secondFactorResolvers,
  ],
  jobs: ({ database }) => [peopleCleanUpJob(database)],
  tasks: ({ database, keyUse }) => [keyUseJob(database, keyUse)],
  snapshots: {
    api_key: apiKeySnapshot,
    invitation: invitationSnapshot,
    member: memberSnapshot,
    organization: organizationSnapshot,
    person: personSnapshot,
    session: null,
  },
} satisfies Feature;
