import { lookup } from 'node:dns/promises';
import type { TLSSocket } from 'node:tls';
import * as z from 'zod';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { HttpConnections, readText } from './http-connections.ts';

export type ControlPlaneFacts = Awaited<ReturnType<typeof gatherControlPlane>>;
export type KeyFacts = { purpose: string } | { refusal: string };

const timeoutMs = 10_000;

/** Without a valid key, the reason comes with the executors. With an executor key, neither costs a query. */
const keyQuery = '{ viewer { purpose } executors(take: 1) { id } }';
const keyAnswer = z.object({
  data: z.object({ viewer: z.object({ purpose: z.string() }).nullish() }).nullish(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
});

/** Connects to the control plane as the agent does, also without a key (''). Never throws. */
export async function gatherControlPlane(
  settings: Pick<AgentSettings, 'url' | 'apiKey' | 'caFile' | 'proxy' | 'noProxy'>,
  now: () => number,
) {
  const { url, apiKey } = settings;
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch(() => []);
  // Empty if the name does not resolve.
  const addresses = found.map(({ address }) => address);
  const facts = { url, addresses, key: null, clockAheadSeconds: null, certificateEndsAt: null };
  try {
    const answer = await new HttpConnections(settings).send({
      url,
      headers: {
        ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: keyQuery }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const socket = answer.socket as Partial<TLSSocket>;
    const certificateEndsAt = socket.getPeerCertificate?.()?.valid_to;
    const date = Date.parse(answer.headers.date ?? '');
    const text = await readText(answer, 1_000_000);
    const { data: said } = keyAnswer.safeParse(jsonOrNull(text));
    return {
      ...facts,
      error: said === undefined ? `HTTP ${answer.statusCode}, not a control plane's response` : null,
      key: said === undefined || apiKey === '' ? null : keyFacts(said),
      // The header has whole seconds: half of one is the best estimate.
      clockAheadSeconds: Number.isNaN(date) ? null : (now() - date) / 1000 - 0.5,
      certificateEndsAt: certificateEndsAt ? new Date(certificateEndsAt).toISOString() : null,
    };
  } catch (error) {
    return { ...facts, error: errorMessage(error) };
  }
}

/** The key's owner according to the control plane, or why it refuses the key; null without an answer. */
function keyFacts({ data, errors = [] }: z.infer<typeof keyAnswer>): KeyFacts | null {
  const purpose = data?.viewer?.purpose;
  if (purpose !== undefined) return { purpose };
  const error = errors.find(({ extensions }) => extensions?.code === 'unauthenticated');
  return error === undefined ? null : { refusal: fitText(error.message.replace(/\s+/g, ' '), 300) };
}

/** A proxy's URL without its credentials. */
export function shownProxy(proxy: string | undefined): string | null {
  const url = proxy === undefined ? null : URL.parse(proxy);
  return url === null ? null : `${url.protocol}//${url.host}`;
}
