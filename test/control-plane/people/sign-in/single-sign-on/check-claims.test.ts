import { describe, expect, test } from 'vitest';
import { checkClaims } from '../../../../../src/control-plane/people/sign-in/single-sign-on/check-claims.ts';
import type { Claims } from '../../../../../src/control-plane/people/sign-in/single-sign-on/claims.ts';

const settings = {
  ...{ subject_claim: 'sub', email_claim: 'email', trust_email: false, groups_claim: 'groups' },
  roles: [{ group: 'staff', organization: 'o', role: 'member' as const }],
};
const well = { sub: '7', email: 'ada@example.com', email_verified: true, groups: ['staff', 'night'] };

/** What each setting found: whether it is satisfied, and the words. */
const found = (claims: Claims, change: Partial<typeof settings> = {}) =>
  Object.fromEntries(
    checkClaims({ token: claims, claims }, { ...settings, ...change }).map((check) => [
      check.setting,
      [check.isSatisfied, check.found],
    ]),
  );

describe('the check of claims', () => {
  test('finds that each satisfies its setting', () => {
    expect(found(well)).toEqual({
      subject_claim: [true, 'an identifier'],
      email_claim: [true, 'an address'],
      trust_email: [true, 'the address is verified'],
      groups_claim: [true, '2 groups'],
      roles: [true, 'a role in 1 organization'],
    });
  });

  test('shows no value of a claim', () => {
    const text = JSON.stringify(checkClaims({ token: well, claims: well }, settings));
    expect(text).not.toMatch(/ada@|staff|night/);
  });

  test.each<[string, object, Partial<typeof settings>, string, [boolean, string]]>([
    ['an absent subject', { sub: undefined }, {}, 'subject_claim', [false, 'absent from the ID token']],
    ['another subject', { oid: 7 }, { subject_claim: 'oid' }, 'subject_claim', [false, 'no identifier']],
    ['an absent address', { email: undefined }, {}, 'email_claim', [false, 'absent']],
    ['a user name', { email: 'ada' }, {}, 'email_claim', [false, 'no usable address']],
    ['an absent email_verified', { email_verified: undefined }, {}, 'trust_email', [false, 'absent']],
    [
      'an address that is not verified',
      { email_verified: 'false' },
      {},
      'trust_email',
      [false, 'the address is not verified'],
    ],
    [
      'a trusted address',
      { email_verified: undefined },
      { trust_email: true },
      'trust_email',
      [true, 'absent, and trust_email is set'],
    ],
    [
      'another claim',
      { upn: 'ada@example.com' },
      { email_claim: 'upn' },
      'trust_email',
      [false, 'speaks of email, not of upn'],
    ],
    ['absent groups', { groups: undefined }, {}, 'groups_claim', [false, 'absent']],
    ['groups without names', { groups: [7] }, {}, 'groups_claim', [false, 'no names of groups']],
    [
      'too many groups',
      { hasgroups: true },
      {},
      'groups_claim',
      [false, 'left out by the provider, because the groups are too many'],
    ],
    ['groups without a role', { groups: ['night'] }, {}, 'roles', [false, 'no group with a role']],
  ])('finds %s', (_what, claims, change, setting, expected) => {
    expect(found({ ...well, ...claims }, change)[setting]).toEqual(expected);
  });

  test('reads no groups without roles', () => {
    expect(found({ ...well, groups: undefined }, { roles: [] })).not.toHaveProperty('groups_claim');
  });
});
