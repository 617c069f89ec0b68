import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProviderFile } from '../../../../../src/control-plane/people/sign-in/single-sign-on/provider-file.ts';

const path = join(mkdtempSync(join(tmpdir(), 'satrap-sso-')), 'sso.toml');
const read = (text: string) => {
  writeFileSync(path, text, { mode: 0o600 });
  return () => readProviderFile(path);
};
const least = `name = "Acme"
issuer = "https://login.example.com"
client_id = "satrap"
client_secret = "a secret"
`;

test('a file with the least has defaults', () => {
  expect(read(least)()).toMatchObject({
    scopes: ['openid', 'profile', 'email'],
    subject_claim: 'sub',
    email_claim: 'email',
    groups_claim: 'groups',
    passwords: 'everybody',
    roles: [],
  });
});

test.each([
  [`${least}pasword = "owners"`, 'pasword'],
  [least.replace('https:', 'http:'), 'issuer: must start with https://'],
  [least.replace('client_id', 'client'), 'client_id'],
  [`${least}[[roles]]\ngroup = "a"\norganization = "b"\nrole = "king"`, 'roles: 0: role'],
  ['name = ', 'sso.toml'],
])('the file %j is refused, without its secret', (text, reason) => {
  expect(read(text)).toThrow(reason);
  expect(read(text)).not.toThrow('a secret');
});

test('a file that others can read is refused, with the fix', () => {
  read(least);
  chmodSync(path, 0o644);
  expect(() => readProviderFile(path)).toThrow(`chmod 600 ${path}`);
});
