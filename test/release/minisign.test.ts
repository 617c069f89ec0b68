import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { artifactComment, readSecretKey, signDigest } from '../../scripts/release/sign.ts';
import { readArtifactComment, requireArtifact } from '../../src/release/artifact-comment.ts';
import { readPublicKey, verifyDigest } from '../../src/release/minisign.ts';
import { makeSigningKey } from '../harness/signing-key.ts';

const digestOf = (text: string) => createHash('blake2b512').update(text).digest();
const digest = digestOf('an archive');
const key = makeSigningKey();
const trusted = [readPublicKey(makeSigningKey().publicText), readPublicKey(key.publicText)];
const signature = signDigest(digest, key, 'what it is');

test('a signature by any trusted key yields its comment, which has one line', () => {
  expect(verifyDigest(digest, signature, trusted)).toBe('what it is');
  expect(signDigest(digest, key, 'what it is')).toBe(signature);
  expect(() => signDigest(digest, key, 'a\nb')).toThrow(/one line/);
});

/** The signature with one of its lines changed. */
const withLine = (index: number, change: (line: string) => string): string =>
  signature
    .split('\n')
    .map((line, at) => (at === index ? change(line) : line))
    .join('\n');

test.each<[string, Buffer, string, RegExp]>([
  ['of another file', digestOf('another'), signature, /does not match/],
  ['whose comment was changed', digest, withLine(2, (line) => `${line} or not`), /comment of the signature/],
  ['by a key that is not trusted', digest, signDigest(digest, makeSigningKey(), 'x'), /is not trusted/],
  ['without a hash', digest, withLine(1, (line) => `RWQ${line.slice(3)}`), /legacy format/],
  ['that was cut', digest, signature.split('\n').slice(0, 3).join('\n'), /not a minisign signature/],
  ['that is a web page', digest, '<html>\n<p>not found</p>\n', /not a minisign signature/],
])('a signature %s is refused', (_what, hash, text, reason) => {
  expect(() => verifyDigest(hash, text, trusted)).toThrow(reason);
});

test('an invalid key, or one with a password, is rejected', () => {
  for (const text of ['', 'RWQ', key.publicText.slice(0, -20), Buffer.alloc(42).toString('base64')]) {
    expect(() => readPublicKey(text)).toThrow(/not a minisign public key/);
    expect(() => readSecretKey(text)).toThrow(/not a minisign secret key/);
  }
  const withPassword = Buffer.concat([Buffer.from('EdScB2'), Buffer.alloc(152)]).toString('base64');
  expect(() => readSecretKey(withPassword)).toThrow(/has a password/);
});

const file = 'satrap-1.4.0-linux-x64.tar.gz';
const artifact = { version: '1.4.0', platform: 'linux-x64', channel: 'stable', file };

test('an artifact’s signed comment is read back, and the artifact passes', () => {
  expect(readArtifactComment(artifactComment(artifact))).toEqual(artifact);
  expect(() => requireArtifact(artifact, artifact)).not.toThrow();
});

test.each(['timestamp:1\tfile:another.tar.gz\thashed', 'satrap\tversion:1.4.0', ''])(
  'the signed comment of another program says nothing of an artifact: %j',
  (comment) => {
    expect(() => readArtifactComment(comment)).toThrow(/does not belong to a release/);
  },
);

test.each([
  ['an older version', { version: '1.3.0' }],
  ['another platform', { platform: 'linux-arm64' }],
  ['another channel', { channel: 'beta' }],
])('a signed comment refuses %s, although it is rightly signed', (_what, other) => {
  expect(() => requireArtifact({ ...artifact, ...other }, artifact)).toThrow(/correctly signed, but for/);
});
