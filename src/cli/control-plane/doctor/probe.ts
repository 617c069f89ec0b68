import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { HttpConnections, readText } from '../../../agent/control-plane/http-connections.ts';
import type { CertificateState } from '../../../control-plane/http/server-certificate.ts';
import { probeKey, probePath } from '../../../control-plane/http/streams/probe.ts';
import type { Secret } from '../../../control-plane/people/accounts/secret.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import { getHere } from '../own-address.ts';

/** The program that answers a probe. */
export interface Serving {
  version: string;
  /** Null for plain http. */
  certificate: CertificateState | null;
  /** An RFC 3339 instant. */
  startedAt: string;
}

/** What a probe of a URL found: the program, or why none answered. */
export type Probed =
  | { serving: Serving }
  /** `isHeldBack`: the connection was accepted, and no event came through it. */
  | { error: string; isHeldBack: boolean };

/** An event passes within a second; a proxy that buffers holds it for as long as the stream is open. */
const timeoutMs = 10_000;

const message = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  // While an upgrade waits for its restart, the previous version answers.
  certificate: z.object({ expiresAt: z.iso.datetime(), fault: z.string().nullable() }).nullable().default(null),
});

/** Sends a GET. */
type Get = (url: string, headers: Record<string, string>, signal: AbortSignal) => Promise<IncomingMessage>;

export const asAgent: Get = (url, headers, signal) => new HttpConnections().send({ url, headers, signal });
export const onThisHost: Get = (url, headers, signal) => getHere(url, { headers, signal });

/** Asks a control plane's base URL for its first event. Never throws. */
export async function probe(base: string, secret: Secret, get: Get): Promise<Probed> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${probeKey(secret, Date.now())}` };
  try {
    const answer = await get(`${base}${probePath}`, headers, signal);
    try {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
      if (answer.statusCode !== 200 || !isStream)
        return { error: `HTTP ${answer.statusCode}, not this control plane’s response`, isHeldBack: false };
      let said = '';
      for await (const chunk of answer) {
        said += String(chunk);
        const [, data] = /^data: (.*)\n\n/.exec(said) ?? [];
        if (data !== undefined) return { serving: message.parse(jsonOrNull(data)) };
        if (said.length > 10_000) break;
      }
      return { error: 'not this control plane’s response', isHeldBack: false };
    } finally {
      answer.destroy();
    }
  } catch (error) {
    return { error: signal.aborted ? 'no answer within 10 s' : errorMessage(error), isHeldBack: signal.aborted };
  }
}

/** The text of this host's `GET /readyz`, or why nothing answers. Never throws. */
export async function readiness(base: string): Promise<{ isReady: boolean; text: string }> {
  try {
    const answer = await getHere(`${base}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
    return { isReady: answer.statusCode === 200, text: (await readText(answer, 10_000)).trim() };
  } catch (error) {
    return { isReady: false, text: errorMessage(error) };
  }
}
