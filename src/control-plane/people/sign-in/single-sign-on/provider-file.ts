import { parse } from 'smol-toml';
import { z } from 'zod';
import { errorMessage } from '../../../../text/error-message.ts';
import { type Database, inArray } from '../../../platform/database/database.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';
import { organization } from '../../../tables/accounts.ts';
import { readPrivateFile } from '../../accounts/private-file.ts';

/** Without TLS, anyone on the network could sign in as anyone. */
const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));

const text = z.string().trim().min(1);

const content = z.strictObject({
  name: text.max(63),
  issuer: text.refine((url) => URL.canParse(url) && isPrivate(new URL(url)), 'must start with https://'),
  client_id: text,
  client_secret: text,
  scopes: z.array(text).default(['openid', 'profile', 'email']),
  /** An identifier in the ID token that stays the same for a person. */
  subject_claim: text.default('sub'),
  /** A name, or a path with dots. Only for `email` itself does `email_verified` count. */
  email_claim: text.default('email'),
  /** A name, or a path with dots. */
  groups_claim: text.default('groups'),
  /** Whether addresses count as verified if the provider does not say. */
  trust_email: z.boolean().default(false),
  passwords: z.enum(['everybody', 'owners']).default('everybody'),
  roles: z
    .array(z.strictObject({ group: text, organization: text, role: z.enum(['owner', 'admin', 'member']) }))
    .default([]),
});

export type ProviderFile = z.output<typeof content>;

/** Reads the file of `--sso`. Throws ControlPlaneSetupError. */
export function readProviderFile(path: string): ProviderFile {
  const fail = (reason: string) => new ControlPlaneSetupError(`the single sign-on file ${path}: ${reason}`);
  const file = readPrivateFile('single sign-on', path);
  let parsed: unknown;
  try {
    parsed = parse(file);
  } catch (error) {
    // Only the first line: the others show the file.
    throw fail(errorMessage(error).split('\n')[0] ?? '');
  }
  const { data, error } = content.safeParse(parsed);
  if (data !== undefined) return data;
  throw fail(error.issues.map(({ path: at, message }) => [...at, message].join(': ')).join('; '));
}

/** Throws ControlPlaneSetupError if a role names an unknown organization. */
export async function requireOrganizations(database: Database, { roles }: ProviderFile): Promise<void> {
  const ids = roles.map((role) => role.organization);
  const found = await database.select({ id: organization.id }).from(organization).where(inArray(organization.id, ids));
  const unknown = ids.find((id) => found.every((row) => row.id !== id));
  if (unknown !== undefined)
    throw new ControlPlaneSetupError(`the single sign-on file names the organization ${unknown}, which does not exist`);
}
