import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Secret } from '../../people/accounts/secret.ts';
import type { CertificateState } from '../server-certificate.ts';
import { eventStreamHeaders } from './event-stream-headers.ts';

/** What `satrap control-plane status` and `doctor` ask for, also through the proxies in front of a control plane. */
export const probePath = '/probe';

/** A probe's key, which only programs with the secret file can create, is valid for this long. */
const validMs = 60_000;
/** Longer than a probe waits: the answer of a proxy that collects it whole comes too late. */
const openMs = 20_000;

const sign = (secret: Secret, expiresAt: string): string =>
  createHmac('sha256', secret.keyFor('probes of a URL')).update(expiresAt).digest('base64url');

/** Creates a key for one probe. `now`: milliseconds since the epoch. */
export function probeKey(secret: Secret, now: number): string {
  const expiresAt = String(now + validMs);
  return `${expiresAt}.${sign(secret, expiresAt)}`;
}

function isValid(key: string, secret: Secret, now: number): boolean {
  const [expiresAt = '', signature = ''] = key.split('.');
  const expected = Buffer.from(sign(secret, expiresAt));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expiresAt) > now;
}

/**
 * Serves an event stream that says at once which program answers, and then stays open. So a probe learns whether a URL
 * leads to this control plane, and whether the proxies in between pass events on.
 */
export const serveProbe =
  (secret: Secret, version: string, certificate: () => CertificateState | null) =>
  ({ headers }: IncomingMessage, response: ServerResponse, path: string): boolean => {
    if (path !== probePath) return false;
    const key = headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!isValid(key, secret, Date.now())) {
      response
        .writeHead(401, { 'content-type': 'text/plain; charset=utf-8' })
        .end('not a probe of this control plane\n');
      return true;
    }
    const startedAt = new Date(performance.timeOrigin).toISOString();
    response.writeHead(200, eventStreamHeaders);
    response.write(`data: ${JSON.stringify({ version, startedAt, certificate: certificate() })}\n\n`);
    const ending = setTimeout(() => response.end(), openMs);
    response.on('close', () => clearTimeout(ending));
    return true;
  };
