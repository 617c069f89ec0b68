import { once } from 'node:events';
import { get } from 'node:https';
import { expect, test } from 'vitest';
import { withCertificateHint } from '../../src/text/certificate-hint.ts';
import { ReleaseServer } from '../harness/release-server.ts';

test('replaces Node’s advice about an untrusted certificate with ours', async () => {
  await using server = await ReleaseServer.start();
  const [error] = (await once(get(server.url), 'error')) as [Error];
  expect(error.message).toContain('--use-system-ca');
  expect(withCertificateHint(error.message, 'name its authority')).toMatch(/certificate.*; name its authority$/);
  expect(withCertificateHint('connect ECONNREFUSED', 'name its authority')).toBe('connect ECONNREFUSED');
});
