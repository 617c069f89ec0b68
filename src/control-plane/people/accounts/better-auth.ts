import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { type GenericOAuthConfig, genericOAuth, organization, twoFactor } from 'better-auth/plugins';
import { maxPasswordLength, maxSessionDays, minPasswordLength } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/database.ts';
import * as schema from '../../tables/accounts.ts';

export interface IdentityProvider {
  config: GenericOAuthConfig;
  /** Runs before a person is created, linked or signed in; may refuse. */
  validateUserInfo: NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;
  log: NonNullable<NonNullable<BetterAuthOptions['logger']>['log']>;
}

/** The provider's tokens are not needed after the sign-in. */
const withoutTokens = async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } });

/** Users, organizations and sessions. Used only through its server API: the service has no REST surface. */
export const buildAuth = (database: Database, secret: string, isSecure = false, provider?: IdentityProvider) =>
  betterAuth({
    secret,
    // For links; the service builds its own.
    baseURL: 'http://localhost',
    advanced: { cookiePrefix: 'satrap', useSecureCookies: isSecure },
    database: drizzleAdapter(database, { provider: 'pg', schema }),
    // A new person signs in explicitly: an unrequested session would only be another secret in the database.
    emailAndPassword: { enabled: true, autoSignIn: false, minPasswordLength, maxPasswordLength },
    session: { expiresIn: maxSessionDays * 24 * 3600 },
    telemetry: { enabled: false },
    logger: provider === undefined ? { disabled: true } : { level: 'warn', log: provider.log },
    rateLimit: { enabled: false },
    user: provider === undefined ? {} : { validateUserInfo: provider.validateUserInfo },
    // A person of an unverified address is linked after `validateUserInfo` removed what a stranger could have set.
    account: { updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: false } },
    databaseHooks: { account: { create: { before: withoutTokens } } },
    plugins: [
      organization(),
      twoFactor({ issuer: 'Satrap' }),
      genericOAuth({ config: provider === undefined ? [] : [provider.config] }),
    ],
  });
