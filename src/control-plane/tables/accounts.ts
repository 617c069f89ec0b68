import { sql } from '../platform/database/drizzle.ts';
import {
  boolean,
  index,
  integer,
  pgTable,
  real,
  text,
  timestamp,
  unique,
  uuid,
} from '../platform/database/drizzle-pg.ts';

// The tables of better-auth and its plugins, in the shape that it documents for each.

/** What an API key may be used for. */
export type KeyPurpose = 'executor' | 'personal';

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const user = pgTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  twoFactorEnabled: boolean('two_factor_enabled').default(false),
  /** Ours: may do everything in every organization. */
  isSystemAdmin: boolean('is_system_admin').notNull().default(false),
});

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: userId(),
    activeOrganizationId: text('active_organization_id'),
  },
  (table) => [index('session_user').on(table.userId), index('session_expires_at').on(table.expiresAt)],
);

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('account_user').on(table.userId)],
);

export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verification_identifier').on(table.identifier),
    index('verification_expires_at').on(table.expiresAt),
  ],
);

export const twoFactor = pgTable(
  'two_factor',
  {
    id: text('id').primaryKey(),
    /** Encrypted with the control plane's secret, like the recovery codes. */
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: userId(),
    verified: boolean('verified').default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: instant('locked_until'),
  },
  (table) => [index('two_factor_user').on(table.userId)],
);

/** Ours: token buckets that all replicas share. */
export const throttle = pgTable(
  'throttle',
  {
    /** Says what is limited, and for whom. */
    key: text('key').primaryKey(),
    tokens: real('tokens').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('throttle_updated_at').on(table.updatedAt)],
);

export const organization = pgTable('organization', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  logo: text('logo'),
  createdAt: instant('created_at').notNull().defaultNow(),
  metadata: text('metadata'),
  /** Ours: keys and sessions work in it. */
  isActive: boolean('is_active').notNull().default(true),
});

export const organizationId = () =>
  text('organization_id')
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' });

export const member = pgTable(
  'member',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    role: text('role').notNull().default('member'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('member_of_organization').on(table.organizationId, table.userId),
    index('member_user').on(table.userId),
  ],
);

export const invitation = pgTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    email: text('email').notNull(),
    role: text('role'),
    status: text('status').notNull().default('pending'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Ours: SHA-256 of the token of the invitation's link. */
    tokenHash: text('token_hash').unique(),
  },
  (table) => [index('invitation_organization').on(table.organizationId, table.createdAt)],
);

export const apikey = pgTable(
  'apikey',
  {
    id: text('id').primaryKey(),
    /** What the key may be used for: the name of one of the plugin's configurations. */
    configId: text('config_id').$type<KeyPurpose>().notNull(),
    name: text('name'),
    start: text('start'),
    /** The owner: an organization for `executor`, a person for `personal`. */
    referenceId: text('reference_id').notNull(),
    prefix: text('prefix'),
    key: text('key').notNull().unique(),
    refillInterval: integer('refill_interval'),
    refillAmount: integer('refill_amount'),
    lastRefillAt: instant('last_refill_at'),
    enabled: boolean('enabled').default(true),
    rateLimitEnabled: boolean('rate_limit_enabled').default(false),
    rateLimitTimeWindow: integer('rate_limit_time_window'),
    rateLimitMax: integer('rate_limit_max'),
    requestCount: integer('request_count').default(0),
    remaining: integer('remaining'),
    lastRequest: instant('last_request'),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    permissions: text('permissions'),
    metadata: text('metadata'),
    /** Ours: the organization that the key acts in. Null only within the transaction that makes the key. */
    organizationId: text('organization_id').references(() => organization.id, { onDelete: 'cascade' }),
    /** Ours: the person who made the key, as long as there is one. */
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
    /** Ours: the name of the only executor that this key may speak for. Null until the first heartbeat, and for a personal key. */
    executorName: text('executor_name'),
    /** Ours: since when. */
    boundAt: instant('bound_at'),
    /** Ours: where the request came from that `lastRequest` is the time of. */
    lastAddress: text('last_address'),
    /** Ours: since when the key is worthless although it has not expired. */
    revokedAt: instant('revoked_at'),
    /** Ours: the key that this one takes the place of. That one works until this one is first used, which sets this to null. */
    replacesId: text('replaces_id'),
    /** Ours: whether a recovering token was used for it: it may add only an executor that offers nodes. */
    recovers: boolean('recovers').notNull().default(false),
  },
  (table) => [
    // The newest first, as they are listed.
    index('apikey_list').on(table.organizationId, table.createdAt, table.id),
    index('apikey_executor').on(table.organizationId, table.executorName, table.createdAt),
    index('apikey_reference').on(table.referenceId),
    index('apikey_replaces').on(table.replacesId).where(sql`replaces_id IS NOT NULL`),
  ],
);

export type KeyRow = typeof apikey.$inferSelect;

/** A secret with which an agent may get a key of its own, once unless it recovers. */
export const enrolmentToken = pgTable(
  'enrolment_token',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    hash: text('hash').notNull().unique(),
    /** The only name that it may be used for; null for any. */
    executorName: text('executor_name'),
    /** Whether it is for hosts that hold nodes already: it works for any number of them. */
    recovers: boolean('recovers').notNull().default(false),
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    usedAt: instant('used_at'),
    /** Who used it: the same installation may ask again when the answer was lost. */
    usedByInstance: text('used_by_instance'),
    usedByName: text('used_by_name'),
    /** The key that it was used for. */
    keyId: text('key_id'),
  },
  (table) => [index('enrolment_token_list').on(table.organizationId, table.createdAt, table.id)],
);

export type EnrolmentTokenRow = typeof enrolmentToken.$inferSelect;
