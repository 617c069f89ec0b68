import type { MaintenanceScheduleInput, OrganizationRole, SingleSignOnCheck } from '../../contract/types.generated.ts';
import { pg, type SQL, sql } from '../platform/database/database.ts';

// The tables of better-auth and its plugins, in their documented shape.

export type KeyPurpose = 'executor' | 'personal';

export const instant = (name: string) => pg.timestamp(name, { withTimezone: true });

export const user = pg.pgTable('user', {
  id: pg.text('id').primaryKey(),
  name: pg.text('name').notNull(),
  email: pg.text('email').notNull().unique(),
  emailVerified: pg.boolean('email_verified').notNull().default(false),
  image: pg.text('image'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  twoFactorEnabled: pg.boolean('two_factor_enabled').default(false),
  /** Ours: may do everything in every organization. */
  isSystemAdmin: pg.boolean('is_system_admin').notNull().default(false),
});

export type UserRow = typeof user.$inferSelect;

const userId = () =>
  pg
    .text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

export const session = pg.pgTable(
  'session',
  {
    id: pg.text('id').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
    token: pg.text('token').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    ipAddress: pg.text('ip_address'),
    userAgent: pg.text('user_agent'),
    userId: userId(),
    activeOrganizationId: pg.text('active_organization_id'),
  },
  (table) => [pg.index('session_user').on(table.userId), pg.index('session_expires_at').on(table.expiresAt)],
);

export const account = pg.pgTable(
  'account',
  {
    id: pg.text('id').primaryKey(),
    accountId: pg.text('account_id').notNull(),
    providerId: pg.text('provider_id').notNull(),
    userId: userId(),
    accessToken: pg.text('access_token'),
    refreshToken: pg.text('refresh_token'),
    idToken: pg.text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: pg.text('scope'),
    password: pg.text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // A person has one identity of each issuer, and an identity one person, also if two sign in at once.
    pg.uniqueIndex('account_user').on(table.userId, table.providerId),
    pg.uniqueIndex('account_identity').on(table.providerId, table.accountId),
  ],
);

export const verification = pg.pgTable(
  'verification',
  {
    id: pg.text('id').primaryKey(),
    identifier: pg.text('identifier').notNull(),
    value: pg.text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    pg.index('verification_identifier').on(table.identifier),
    pg.index('verification_expires_at').on(table.expiresAt),
  ],
);

export const twoFactor = pg.pgTable(
  'two_factor',
  {
    id: pg.text('id').primaryKey(),
    /** Encrypted with the control plane's secret, like the recovery codes. */
    secret: pg.text('secret').notNull(),
    backupCodes: pg.text('backup_codes').notNull(),
    userId: userId(),
    verified: pg.boolean('verified').default(true),
    failedVerificationCount: pg.integer('failed_verification_count').default(0),
    lockedUntil: instant('locked_until'),
  },
  (table) => [pg.index('two_factor_user').on(table.userId)],
);

/** Ours: token buckets shared by all replicas. */
export const throttle = pg.pgTable(
  'throttle',
  {
    key: pg.text('key').primaryKey(),
    tokens: pg.real('tokens').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [pg.index('throttle_updated_at').on(table.updatedAt)],
);

/** What an identity provider sent of a person: no values besides the names of groups. */
export interface ReceivedClaims {
  checks: SingleSignOnCheck[];
  /** By name and shape. */
  claims: string[];
  /** Null: the provider did not say. */
  groups: string[] | null;
}

/** Ours: the latest sign-ins at the identity provider. */
export const singleSignOnAttempt = pg.pgTable('single_sign_on_attempt', {
  id: pg.text('id').primaryKey(),
  at: instant('at').notNull().defaultNow(),
  /** Why the person was refused; null if not. */
  refusal: pg.text('refusal'),
  /** Whether a person was refused, or a claim does not satisfy its setting. */
  hasFinding: pg.boolean('has_finding').notNull(),
  received: pg.jsonb('received').$type<ReceivedClaims>().notNull(),
});

export const organization = pg.pgTable('organization', {
  id: pg.text('id').primaryKey(),
  name: pg.text('name').notNull(),
  slug: pg.text('slug').notNull().unique(),
  logo: pg.text('logo'),
  createdAt: instant('created_at').notNull().defaultNow(),
  metadata: pg.text('metadata'),
  /** Ours: whether its keys and sessions work. */
  isActive: pg.boolean('is_active').notNull().default(true),
  /** Ours: when rollouts take running nodes down, at most one schedule for each label and one without. */
  maintenance: pg.jsonb('maintenance').$type<StoredSchedule[]>().notNull().default([]),
  /** Ours: the last revision of a schedule. One that is deleted and created again gets another. */
  maintenanceRevision: pg.integer('maintenance_revision').notNull().default(0),
});

/** A maintenance schedule. */
export interface StoredSchedule extends Omit<MaintenanceScheduleInput, 'expectedRevision'> {
  revision: number;
  /** The name of a person. */
  changedBy: string;
}

export type OrganizationRow = typeof organization.$inferSelect;

/** Whether the organization of a row is active: nobody gets notice of one that is not, which may have moved. */
export const isOfActive = (organizationId: pg.AnyPgColumn): SQL =>
  sql`EXISTS (SELECT FROM ${organization} WHERE ${organization.id} = ${organizationId} AND ${organization.isActive})`;

export const organizationId = () =>
  pg
    .text('organization_id')
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' });

export const member = pg.pgTable(
  'member',
  {
    id: pg.text('id').primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    role: pg.text('role').$type<OrganizationRole>().notNull().default('member'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Ours: whether the person's groups at the identity provider decide it, and nobody added the person by hand. */
    isFromGroups: pg.boolean('is_from_groups').notNull().default(false),
  },
  (table) => [
    pg.unique('member_of_organization').on(table.organizationId, table.userId),
    pg.index('member_user').on(table.userId),
  ],
);

export type MembershipRow = typeof member.$inferSelect & { person: UserRow };

export const invitation = pg.pgTable(
  'invitation',
  {
    id: pg.text('id').primaryKey(),
    organizationId: organizationId(),
    email: pg.text('email').notNull(),
    role: pg.text('role').$type<OrganizationRole>(),
    status: pg.text('status').notNull().default('pending'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    inviterId: pg
      .text('inviter_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Ours: SHA-256 of the token in the invitation link. */
    tokenHash: pg.text('token_hash').unique(),
  },
  (table) => [pg.index('invitation_organization').on(table.organizationId, table.createdAt)],
);

export type InvitationRow = typeof invitation.$inferSelect;

export const apikey = pg.pgTable(
  'apikey',
  {
    id: pg.text('id').primaryKey(),
    configId: pg.text('config_id').$type<KeyPurpose>().notNull(),
    name: pg.text('name'),
    start: pg.text('start'),
    /** The owner: an organization for `executor`, a person for `personal`. */
    referenceId: pg.text('reference_id').notNull(),
    prefix: pg.text('prefix'),
    key: pg.text('key').notNull().unique(),
    enabled: pg.boolean('enabled').default(true),
    lastRequest: instant('last_request'),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Ours: the organization that the key acts in. Null only within the transaction that creates the key. */
    organizationId: pg.text('organization_id').references(() => organization.id, { onDelete: 'cascade' }),
    /** Ours: the person who created the key, while they exist. */
    createdBy: pg.text('created_by').references(() => user.id, { onDelete: 'set null' }),
    /** Ours: the only executor that may use this key. Null before its first heartbeat, and for a personal key. */
    executorName: pg.text('executor_name'),
    /** Ours: time of the binding. */
    boundAt: instant('bound_at'),
    /** Ours: the address of the request at `lastRequest`. */
    lastAddress: pg.text('last_address'),
    /** Ours: when the key was revoked, before its expiry. */
    revokedAt: instant('revoked_at'),
    /** Ours: the key that this one replaces. That one works until this one is first used, which sets this to null. */
    replacesId: pg.text('replaces_id'),
    /** Ours: whether it was created with a recovering token: it may add only an executor that offers nodes. */
    recovers: pg.boolean('recovers').notNull().default(false),
  },
  (table) => [
    // Newest first, as they are listed.
    pg.index('apikey_list').on(table.organizationId, table.createdAt, table.id),
    pg.index('apikey_executor').on(table.organizationId, table.executorName, table.createdAt),
    pg.index('apikey_reference').on(table.referenceId),
    pg.index('apikey_replaces').on(table.replacesId).where(sql`replaces_id IS NOT NULL`),
  ],
);

export type KeyRow = typeof apikey.$inferSelect;

/** A secret that an agent exchanges for an API key, once unless it recovers. */
export const enrolmentToken = pg.pgTable(
  'enrolment_token',
  {
    id: pg.uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    hash: pg.text('hash').notNull().unique(),
    executorName: pg.text('executor_name'),
    /** Whether it is for hosts that already hold nodes; such a token is reusable. */
    recovers: pg.boolean('recovers').notNull().default(false),
    createdBy: pg.text('created_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    usedAt: instant('used_at'),
    /** The installation that used it, which may repeat the request if the response was lost. */
    usedByInstance: pg.text('used_by_instance'),
    usedByName: pg.text('used_by_name'),
    keyId: pg.text('key_id'),
  },
  (table) => [pg.index('enrolment_token_list').on(table.organizationId, table.createdAt, table.id)],
);

export type EnrolmentTokenRow = typeof enrolmentToken.$inferSelect;
