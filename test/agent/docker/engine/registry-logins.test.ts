import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { registryLogin } from '../../../../src/agent/docker/engine/registry-logins.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

const secret = 'of-the-registry';
const auth = Buffer.from(`satrap:${secret}:2`).toString('base64');

function fileWith(text: string, mode = 0o600): string {
  const file = join(scratchFolder('logins'), 'config.json');
  writeFileSync(file, text, { mode });
  return file;
}

const loginIn = (auths: object, image: string) => registryLogin(fileWith(JSON.stringify({ auths })), image);

describe('registryLogin', () => {
  test.each([
    ['registry.example.com', 'registry.example.com/bitcoin:28.1'],
    ['https://registry.example.com', 'registry.example.com/bitcoin@sha256:00'],
    ['registry.example.com:5000', 'registry.example.com:5000/team/bitcoin:28.1'],
    ['https://index.docker.io/v1/', 'bitcoin/bitcoin:28.1'],
  ])('finds the login of %s for %s', (serveraddress, image) => {
    expect(loginIn({ 'other.example': { auth: '' }, [serveraddress]: { auth } }, image)).toEqual({
      ...{ serveraddress, username: 'satrap', password: `${secret}:2` },
    });
  });

  test('finds no login of another registry', () => {
    expect(loginIn({ 'registry.example.com.evil.example': { auth } }, 'registry.example.com/a:1')).toBeUndefined();
    expect(registryLogin(undefined, 'registry.example.com/a:1')).toBeUndefined();
  });

  test('passes an identity token on', () => {
    const identitytoken = 'token';
    expect(loginIn({ 'r.example': { identitytoken } }, 'r.example/a:1')).toEqual({
      ...{ serveraddress: 'r.example', identitytoken },
    });
  });

  test('refuses a file that every user can read', () => {
    const file = fileWith('{}', 0o644);
    expect(() => registryLogin(file, 'a:1')).toThrow(`cannot use the registry logins in ${file}: every user`);
  });

  test.each([`{"auths": ${secret}`, `{"auths": "${secret}"}`])('shows nothing of a broken file (%#)', (text) => {
    const failing = () => registryLogin(fileWith(text), 'a:1');
    expect(failing).toThrow(/it is not in the form of Docker’s config\.json, with auths$/);
  });
});
