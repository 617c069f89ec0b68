import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { organization, twoFactor } from 'better-auth/plugins';
import { maxPasswordLength, maxSessionDays, minPasswordLength } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/database.ts';
import * as schema from '../../tables/accounts.ts';

/** Users, organizations and sessions. Used only through its server API: the service has no REST surface. */
export function buildAuth(database: Database, secret: string, isSecure = false) {
  return betterAuth({
    secret,
    // For links; the service builds its own.
    baseURL: 'http://localhost',
    advanced: { cookiePrefix: 'satrap', useSecureCookies: isSecure },
    database: drizzleAdapter(database, { provider: 'pg', schema }),
    // A new person signs in explicitly: an unrequested session would only be another secret in the database.
    emailAndPassword: { enabled: true, autoSignIn: false, minPasswordLength, maxPasswordLength },
    session: { expiresIn: maxSessionDays * 24 * 3600 },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [organization(), twoFactor({ issuer: 'Satrap' })],
  });
}
