import type { Outcome } from './expectations.ts';

/** Opens a subscription, causes the change that it reports, and returns whether it was reported or refused. */
export async function outcomeOfStream(
  url: string,
  credential: Record<string, string>,
  { query, variables }: { query: string; variables: object },
  trigger: () => Promise<void>,
): Promise<Outcome> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(20_000)]),
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...credential },
    body: JSON.stringify({ query, variables }),
  });
  if (response.ok) await trigger();
  try {
    let received = '';
    for await (const chunk of response.body ?? []) {
      received += Buffer.from(chunk).toString();
      const code = /"code":"(\w+)"/.exec(received)?.[1];
      if (code !== undefined) return code;
      if (/^data: \{"data":\{/m.test(received)) return 'does';
    }
    return `ended with ${received}`;
  } finally {
    leaving.abort();
  }
}
