import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { organization, twoFactor } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import { adminAc, defaultStatements, memberAc, ownerAc } from 'better-auth/plugins/organization/access';
import type { Database } from '../database/database.ts';
import * as schema from './tables.ts';

const keyActions = { apiKey: ['create', 'read', 'update', 'delete'] } as const;
const accessControl = createAccessControl({ ...defaultStatements, ...keyActions });

/** better-auth's own roles; owners and admins may also make keys for the organization. */
const roles = {
  owner: accessControl.newRole({ ...ownerAc.statements, ...keyActions }),
  admin: accessControl.newRole({ ...adminAc.statements, ...keyActions }),
  member: accessControl.newRole(memberAc.statements),
};

const commonKeyOptions = {
  maximumNameLength: 63,
  rateLimit: { enabled: false },
  // The prefix and six characters to tell keys apart by, of 64 random ones.
  startingCharactersConfig: { charactersLength: 15 },
};

/** The longest password, in characters: hashing takes longer for longer ones. */
const maxPasswordLength = 128;
export const minPasswordLength = 12;

interface AuthOptions {
  /** Cookies are for TLS only. */
  isSecure?: boolean;
}

/** Users, organizations, sessions and keys. Called through its server API only: the service has no REST surface. */
export function buildAuth(database: Database, secret: string, { isSecure = false }: AuthOptions = {}) {
  return betterAuth({
    secret,
    // For links, which the service makes itself.
    baseURL: 'http://localhost',
    advanced: { cookiePrefix: 'satrap', useSecureCookies: isSecure },
    database: drizzleAdapter(database, { provider: 'pg', schema }),
    // A new person signs in for themselves: a session that nobody asked for would only be a secret in the database.
    emailAndPassword: { enabled: true, autoSignIn: false, minPasswordLength, maxPasswordLength },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      organization({ ac: accessControl, roles }),
      twoFactor({ issuer: 'Satrap' }),
      apiKey([
        // Belongs to the organization, so it outlives the membership of the person who made it.
        { ...commonKeyOptions, configId: 'executor', references: 'organization', defaultPrefix: 'satrap_x_' },
        { ...commonKeyOptions, configId: 'personal', references: 'user', defaultPrefix: 'satrap_p_' },
      ]),
    ],
  });
}
