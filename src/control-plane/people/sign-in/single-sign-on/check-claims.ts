import type { SingleSignOnCheck } from '../../../../contract/types.generated.ts';
import { counted } from '../../../../text/counted.ts';
import {
  areGroupsLeftOut,
  type Claims,
  hasClaim,
  isIdentifier,
  readEmail,
  readEmailVerified,
  readGroups,
} from './claims.ts';
import { rolesOf } from './group-roles.ts';
import type { ProviderFile } from './provider-file.ts';

/** What the provider sent: the claims of the verified ID token, and the same with those of the user info. */
export interface SentClaims {
  token: Claims;
  claims: Claims;
}

type Settings = Pick<ProviderFile, 'subject_claim' | 'email_claim' | 'trust_email' | 'groups_claim' | 'roles'>;

/** Compares what the provider sent with each setting that reads a claim, without showing a value. */
export const checkClaims = (sent: SentClaims, settings: Settings): SingleSignOnCheck[] => [
  checkSubject(sent, settings),
  checkEmail(sent, settings),
  checkVerified(sent, settings),
  ...(settings.roles.length === 0 ? [] : checkGroups(sent, settings)),
];

function checkSubject({ token }: SentClaims, { subject_claim: claim }: Settings): SingleSignOnCheck {
  const isSatisfied = isIdentifier(token, claim);
  const found = isSatisfied ? 'an identifier' : hasClaim(token, claim) ? 'no identifier' : 'absent from the ID token';
  return { setting: 'subject_claim', claim, isSatisfied, found };
}

function checkEmail({ claims }: SentClaims, { email_claim: claim }: Settings): SingleSignOnCheck {
  const isSatisfied = readEmail(claims, claim) !== undefined;
  const found = isSatisfied ? 'an address' : hasClaim(claims, claim) ? 'no usable address' : 'absent';
  return { setting: 'email_claim', claim, isSatisfied, found };
}

/** What the provider says of the address, which only `email` is, else the operator. Undefined: nobody did. */
export const isEmailVerified = (
  claims: Claims,
  { email_claim: claim, trust_email: isTrusted }: Pick<ProviderFile, 'email_claim' | 'trust_email'>,
): boolean | undefined => (claim === 'email' ? readEmailVerified(claims) : undefined) ?? (isTrusted ? true : undefined);

function checkVerified({ claims }: SentClaims, settings: Settings): SingleSignOnCheck {
  const { email_claim: claim, trust_email: isTrusted } = settings;
  const said = readEmailVerified(claims);
  const found =
    claim !== 'email'
      ? `speaks of email, not of ${claim}`
      : said === undefined
        ? 'absent'
        : `the address is ${said ? '' : 'not '}verified`;
  const isNeeded = isTrusted && (claim !== 'email' || said === undefined);
  return {
    ...{ setting: 'trust_email', claim: 'email_verified' },
    isSatisfied: isEmailVerified(claims, settings) === true,
    found: isNeeded ? `${found}, and trust_email is set` : found,
  };
}

function checkGroups({ claims }: SentClaims, { groups_claim: claim, roles }: Settings): SingleSignOnCheck[] {
  const groups = readGroups(claims, claim);
  const setting = 'groups_claim';
  if (groups === null) {
    const found = hasClaim(claims, claim) ? 'no names of groups' : 'absent';
    const why = areGroupsLeftOut(claims, claim) ? 'left out by the provider, because the groups are too many' : found;
    return [{ setting, claim, isSatisfied: false, found: why }];
  }
  const organizations = rolesOf({ roles }, groups).size;
  return [
    { setting, claim, isSatisfied: true, found: counted(groups.length, 'group') },
    {
      ...{ setting: 'roles', claim, isSatisfied: organizations > 0 },
      found: organizations > 0 ? `a role in ${counted(organizations, 'organization')}` : 'no group with a role',
    },
  ];
}
