import { z } from 'zod';
import { readAtMost } from '../../../../text/read-at-most.ts';
import type { Claims } from './claims.ts';

/** Far beyond what a provider says of a person in thousands of groups. */
const maxBytes = 1024 * 1024;

const discovery = z.object({ userinfo_endpoint: z.url().optional() });
const answer = z.record(z.string(), z.unknown());

/** Returns what the provider's user info endpoint says of a person; null if the provider has none. Throws if it cannot be read. */
export async function fetchUserInfo(
  discoveryUrl: string,
  accessToken: string | undefined,
  signal: AbortSignal,
): Promise<Claims | null> {
  const { userinfo_endpoint: url } = discovery.parse(await getJson(discoveryUrl, {}, signal));
  if (url === undefined || accessToken === undefined) return null;
  // The key of the person would be readable on the way.
  if (new URL(url).protocol !== new URL(discoveryUrl).protocol)
    throw new Error(`the provider names a user info endpoint that is not served like itself: ${new URL(url).origin}`);
  return answer.parse(await getJson(url, { authorization: `Bearer ${accessToken}` }, signal));
}

async function getJson(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal });
  if (!response.ok) throw new Error(`${new URL(url).host} answered HTTP ${response.status}`);
  const text = response.body === null ? '' : await readAtMost(pieces(response.body), maxBytes);
  if (text === null) throw new Error(`the answer of ${new URL(url).host} is larger than 1 MiB`);
  return JSON.parse(text);
}

async function* pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of body) yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
