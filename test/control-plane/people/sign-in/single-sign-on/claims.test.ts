import { describe, expect, test } from 'vitest';
import {
  idTokenFault,
  mergeClaims,
  readEmail,
  readEmailVerified,
  readGroups,
  readName,
  shapesOf,
} from '../../../../../src/control-plane/people/sign-in/single-sign-on/claims.ts';

describe('the groups', () => {
  test.each([
    ['groups', { groups: ['a', 'b c'] }, ['a', 'b c']],
    ['groups', { groups: 'a,b c, d' }, ['a', 'b c', 'd']],
    ['groups', { groups: 'a b' }, ['a', 'b']],
    ['groups', { groups: { platform: { 123: 'example.com' } } }, ['platform']],
    ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
    ['https://acme.com/groups', { 'https://acme.com/groups': ['a'] }, ['a']],
    ['https://acme.com/app.roles', { 'https://acme.com/app': { roles: ['a'] } }, ['a']],
    ['resource_access.my.app.roles', { resource_access: { 'my.app': { roles: ['a'] } } }, ['a']],
    ['groups', { groups: [] }, []],
  ])('at %s of %j are read', (path, claims, expected) => {
    expect(readGroups(claims, path)).toEqual(expected);
  });

  test.each([
    ['groups', {}],
    ['groups', { groups: null }],
    ['groups', { groups: '' }],
    ['groups', { groups: 7 }],
    ['groups', { groups: [{ name: 'a' }] }],
    ['groups', { _claim_names: { groups: 'src1' } }],
    ['groups', { _claim_names: { groups: 'src1' }, groups: ['a'] }],
    ['groups', { hasgroups: true }],
    ['realm_access.roles', { realm_access: 'roles' }],
    ['constructor', {}],
    ['groups.length', { groups: ['a'] }],
  ])('at %s of %j are unknown', (path, claims) => {
    expect(readGroups(claims, path)).toBeNull();
  });
});

test.each([
  [true, true],
  ['true', true],
  ['True', true],
  [false, false],
  ['false', false],
  [1, false],
  ['yes', false],
  [null, undefined],
  [undefined, undefined],
])('email_verified %j is read as %j', (value, expected) => {
  expect(readEmailVerified({ email_verified: value })).toBe(expected);
});

test.each([
  ['  Ada@Example.COM\r\n', 'ada@example.com'],
  ['n17d@x.example\r\nbcc: a@b.example', undefined],
  ['a\u200bda@example.com', undefined],
  ['ada@ex\u202eample.com', undefined],
  [`${'a'.repeat(250)}@example.com`, undefined],
  [['ada@example.com'], undefined],
])('the address %j is read as %j', (email, expected) => {
  expect(readEmail({ email })).toBe(expected);
});

test.each([
  ['Ada\r\nLovelace', 'Ada Lovelace'],
  ['\u202eecila\u202c Ada\u200b\u2066', 'ecila Ada'],
  ['Jose\u0301', 'José'],
  ['\u3164\u115f\u00ad', ''],
  ['a'.repeat(100), 'a'.repeat(63)],
  ['\u{1f600}'.repeat(70), '\u{1f600}'.repeat(63)],
  [{ given: 'Ada' }, ''],
])('the name %j is read as %j', (name, expected) => {
  expect(readName({ name })).toBe(expected);
});

test('the address of another claim is read, also a nested one', () => {
  const claims = { email: 'a@example.com', upn: 'B@example.com', person: { mail: 'c@example.com' } };
  expect(['upn', 'person.mail'].map((path) => readEmail(claims, path))).toEqual(['b@example.com', 'c@example.com']);
});

describe('claims of the ID token and the user info', () => {
  test('are merged, and those of the signed token win', () => {
    const token = { sub: 'a', groups: ['a'], email: 'a@example.com', email_verified: false };
    const userInfo = { sub: 'a', groups: ['b'], name: 'Ada', email: 'a@example.com', email_verified: true };
    expect(mergeClaims(token, userInfo)).toEqual({ ...token, name: 'Ada' });
  });

  test.each([
    [{}, { email: 'a@example.com', email_verified: true }, true],
    [{ email_verified: true }, { email: 'a@example.com', email_verified: false }, false],
    [{ email_verified: false }, { email: 'a@example.com' }, false],
    [{ email: 'a@example.com' }, { email: 'A@example.com', email_verified: true }, true],
    [{ email: 'a@example.com' }, { email: 'b@example.com', email_verified: true }, undefined],
    [{ email: 'a@example.com' }, { email_verified: true }, undefined],
    [{ email: 'a@example.com' }, {}, undefined],
  ])('%j and %j verify the address: %j', (token, userInfo, expected) => {
    expect(readEmailVerified(mergeClaims(token, userInfo))).toBe(expected);
  });
});

const token = { sub: 's', exp: 1_900_000_000, aud: 'satrap' };

test.each([
  [token],
  [{ ...token, azp: 'satrap' }],
  [{ ...token, aud: ['satrap'] }],
  [{ ...token, aud: ['satrap', 'other'], azp: 'satrap' }],
])('the verified ID token %j is accepted', (claims) => {
  expect(idTokenFault(claims, 'satrap')).toBeNull();
});

test.each([
  [{ ...token, exp: undefined }, 'exp'],
  [{ ...token, exp: '1900000000' }, 'exp'],
  [{ ...token, azp: 'other' }, 'azp'],
  [{ ...token, aud: ['satrap', 'other'] }, 'azp'],
  [{ ...token, aud: ['satrap', 'other'], azp: 'other' }, 'azp'],
  [{ ...token, azp: null }, 'azp'],
  [{ ...token, sub: '' }, 'sub'],
  [{ ...token, sub: 'a\u202eb' }, 'sub'],
])('the verified ID token %j is refused for its %s', (claims, reason) => {
  expect(idTokenFault(claims, 'satrap')).toContain(reason);
});

test.each([
  [{ ...token, oid: 'o' }, null],
  [token, 'its oid is no identifier'],
  [{ ...token, oid: 7 }, 'its oid is no identifier'],
])('with oid as subject claim, the fault of %j is %j', (claims, fault) => {
  expect(idTokenFault(claims, 'satrap', 'oid')).toBe(fault);
});

test('the log shows claims by name and shape, without their values', () => {
  const claims = { sub: 'secret', groups: ['secret'], email_verified: false, realm: { roles: ['secret'] }, at: 7 };
  expect(shapesOf(claims)).toEqual([
    'sub: text',
    'groups: list of 1',
    'email_verified: false',
    'realm: object of roles',
    'at: number',
  ]);
});
