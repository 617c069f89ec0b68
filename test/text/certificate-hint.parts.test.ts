import { once } from 'node:events';
import { get } from 'node:https';
import { expect, test } from 'vitest';
import { withCertificateHint } from '../../src/text/certificate-hint.ts';
import { ReleaseServer } from '../harness/release-server.ts';

test('Node’s advice about a certificate that nobody vouches for is replaced by our own, and another error stays as it is', async () => {
  await using server = await ReleaseServer.start();
  const [error] = (await once(get(server.url), 'error')) as [Error];
  expect(error.message).toContain('--use-system-ca');
  expect(withCertificateHint(error.message, 'name its authority')).toMatch(/certificate.*; name its authority$/);
  expect(withCertificateHint('connect ECONNREFUSED', 'name its authority')).toBe('connect ECONNREFUSED');
});
