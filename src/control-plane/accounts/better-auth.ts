import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { organization } from 'better-auth/plugins';
import type { Database } from '../database/database.ts';
import * as schema from '../database/schema.ts';

/** What an API key may be used for. */
export type KeyPurpose = 'executor' | 'personal';

/** What is stored with an API key. */
export interface KeyMetadata {
  organizationId: string;
  purpose: KeyPurpose;
}

/** Users, organizations and keys. Called through its server API only: the service has no REST surface. */
export function buildAuth(database: Database, secret: string) {
  return betterAuth({
    secret,
    // Used for links and cookies, of which there are none yet.
    baseURL: 'http://localhost',
    database: drizzleAdapter(database, { provider: 'pg', schema }),
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      organization(),
      apiKey({
        enableMetadata: true,
        maximumNameLength: 63,
        rateLimit: { enabled: false },
        startingCharactersConfig: { charactersLength: 10 },
      }),
    ],
  });
}

export type Auth = ReturnType<typeof buildAuth>;
