import { z } from 'zod';
import { shorten } from '../../../../text/shorten.ts';

/** What a provider says of a person, in the ID token or in the user info. Each provider has its own habits. */
export type Claims = Readonly<Record<string, unknown>>;

/** Null: the provider did not say, which is something else than no groups. */
export type Groups = readonly string[] | null;

const maxEmailLength = 254;
const maxNameLength = 63;

/** Control and format characters: line breaks, direction marks, zero-width characters, and what shows as nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a lower-case address, or undefined for one with an invisible character or of another shape. */
export function readEmail(claims: Claims, path = 'email'): string | undefined {
  const email = valueAt(claims, path);
  if (typeof email !== 'string') return undefined;
  const { data } = z.email().max(maxEmailLength).safeParse(email.normalize('NFC').trim().toLowerCase());
  return data;
}

/** Returns a name of one line that looks like what it is, with at most 63 characters; empty without a name. */
export function readName({ name }: Claims): string {
  if (typeof name !== 'string') return '';
  const visible = name.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(invisible, '').trim();
  return [...visible].slice(0, maxNameLength).join('').trim();
}

/** A provider may send it as text, as Cognito and JumpCloud do, or not at all, as Entra ID. Undefined: it did not say. */
export function readEmailVerified({ email_verified: isVerified }: Claims): boolean | undefined {
  if (isVerified === undefined || isVerified === null) return undefined;
  return isVerified === true || (typeof isVerified === 'string' && isVerified.toLowerCase() === 'true');
}

/**
 * Adds what the ID token lacks. The token is signed, so it wins; and whether an address is verified is taken from where
 * the address is from, because the other source may speak of another address.
 */
export function mergeClaims(token: Claims, userInfo: Claims): Claims {
  const ofToken = readEmail(token);
  const isSameAddress = ofToken === undefined || ofToken === readEmail(userInfo);
  const first = ofToken === undefined ? userInfo : token;
  const second = ofToken === undefined ? token : userInfo;
  const verified = first['email_verified'] ?? (isSameAddress ? second['email_verified'] : undefined);
  const { email_verified: _, ...merged } = { ...userInfo, ...token };
  return verified === undefined ? merged : { ...merged, email_verified: verified };
}

/**
 * Whether the provider left out the groups, because they are too many. Entra ID names the claims that did not fit:
 * https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference#groups-overage-claim
 */
export const areGroupsLeftOut = (claims: Claims, path: string): boolean =>
  valueAt(claims['_claim_names'], path) !== undefined || claims['hasgroups'] === true;

/** Whether there is anything at a claim. */
export const hasClaim = (claims: Claims, path: string): boolean => (valueAt(claims, path) ?? '') !== '';

/**
 * Returns the groups at a claim, such as `groups` or `realm_access.roles`: a list, the keys of an object, or a text
 * with commas or blanks. Null if there are none of these, or if the provider left them out because they are too many.
 */
export function readGroups(claims: Claims, path: string): Groups {
  if (areGroupsLeftOut(claims, path)) return null;
  const value = valueAt(claims, path);
  if (typeof value === 'string') {
    const names = (value.includes(',') ? value.split(',') : value.split(/\s/)).map((name) => name.trim());
    const named = names.filter((name) => name !== '');
    return named.length === 0 ? null : named;
  }
  if (Array.isArray(value)) {
    const names = value.filter((each) => typeof each === 'string');
    return names.length === 0 && value.length > 0 ? null : names;
  }
  return typeof value === 'object' && value !== null ? Object.keys(value) : null;
}

/** A key may contain dots, as a URL does, so the whole path comes first. */
function valueAt(claims: unknown, path: string): unknown {
  const whole = ownValue(claims, path);
  if (whole !== undefined) return whole;
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const found = valueAt(ownValue(claims, path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

const ownValue = (claims: unknown, key: string): unknown =>
  typeof claims === 'object' && claims !== null && !Array.isArray(claims) && Object.hasOwn(claims, key)
    ? (claims as Claims)[key]
    : undefined;

/** Claims, groups and keys shown of one sign-in. */
const maxShown = 40;
const maxShownLength = 100;

export const shownNames = (names: readonly string[]): string[] => [
  ...names.slice(0, maxShown).map((name) => shorten(name, maxShownLength)),
  ...(names.length > maxShown ? [`… ${names.length - maxShown} more`] : []),
];

/** Describes the received claims by name and shape, without their values. */
export const shapesOf = (claims: Claims): string[] =>
  shownNames(Object.entries(claims).map(([name, value]) => `${name}: ${shapeOf(value)}`));

function shapeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object') return `object of ${shownNames(Object.keys(value)).join(', ')}`;
  return typeof value === 'boolean' ? String(value) : typeof value === 'string' ? 'text' : typeof value;
}

/** Whether a claim of the ID token can identify a person. */
export const isIdentifier = (token: Claims, name: string): boolean => {
  const value = ownValue(token, name);
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value);
};

/**
 * Returns what is wrong with a verified ID token, or null. better-auth verifies signature, issuer, audience and nonce,
 * but `exp` only if it is there, and no `azp`. https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export function idTokenFault(token: Claims, clientId: string, subjectClaim = 'sub'): string | null {
  const { exp, aud, azp } = token;
  const subjects = ['sub', subjectClaim].filter((name) => !isIdentifier(token, name));
  if (subjects[0] !== undefined) return `its ${subjects[0]} is no identifier`;
  if (typeof exp !== 'number') return 'it has no exp';
  if (azp === undefined && Array.isArray(aud) && aud.length > 1) return 'it has several audiences and no azp';
  return azp === undefined || azp === clientId ? null : 'it was issued to another client (azp)';
}
