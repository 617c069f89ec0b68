import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

/**
 * Sends a GET to the control plane of this machine. Its certificate names its public URL and not this address, so it is
 * not verified. Not with fetch, which refuses ports that browsers block.
 */
export async function getHere(
  url: string,
  { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { get } = url.startsWith('https:') ? https : http;
  const [answer] = (await once(get(url, { headers, signal, rejectUnauthorized: false }), 'response')) as [
    IncomingMessage,
  ];
  return answer;
}
