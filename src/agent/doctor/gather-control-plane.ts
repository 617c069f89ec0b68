import { lookup } from 'node:dns/promises';
import type { TLSSocket } from 'node:tls';
import { errorMessage } from '../../text/error-message.ts';
import { HttpConnections, readText } from '../control-plane/http-connections.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { ControlPlaneFacts } from './facts.ts';

const timeoutMs = 10_000;

/** Goes the way to the control plane that the agent goes, also without a key (''). Never throws. `now`: milliseconds since the epoch. */
export async function gatherControlPlane(
  settings: Pick<AgentSettings, 'url' | 'apiKey' | 'caFile' | 'proxy' | 'noProxy'>,
  now: () => number,
): Promise<ControlPlaneFacts> {
  const { url, apiKey } = settings;
  const host = (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
  const facts = { url, addresses, refusesKey: null, clockAheadSeconds: null, certificateEndsAt: null };
  try {
    const answer = await new HttpConnections(settings).post({
      url,
      headers: {
        ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
        'content-type': 'application/json',
      },
      body: '{"query":"{ __typename }"}',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const socket = answer.socket as Partial<TLSSocket>;
    const certificateEndsAt = socket.getPeerCertificate?.()?.valid_to;
    const date = Date.parse(answer.headers.date ?? '');
    const text = await readText(answer, 1_000_000);
    const refusesKey = answer.statusCode === 401 || text.includes('"Unauthenticated"');
    const isGraphql = refusesKey || text.startsWith('{');
    return {
      ...facts,
      error: isGraphql ? null : `answered HTTP ${answer.statusCode}, and not as a control plane does`,
      refusesKey: isGraphql && apiKey !== '' ? refusesKey : null,
      // The header has whole seconds: half of one is the best guess.
      clockAheadSeconds: Number.isNaN(date) ? null : (now() - date) / 1000 - 0.5,
      certificateEndsAt: certificateEndsAt ? new Date(certificateEndsAt).toISOString() : null,
    };
  } catch (error) {
    return { ...facts, error: errorMessage(error) };
  }
}

/** A proxy's URL without its user and password. */
export function shownProxy(proxy: string | undefined): string | null {
  const url = proxy === undefined ? null : URL.parse(proxy);
  return url === null ? null : `${url.protocol}//${url.host}`;
}
