import { print } from 'graphql/language/printer.js';
import type { Client } from 'graphql-sse';
import { ExecutorNudgesDocument } from '../../contract/operations.generated.ts';
import type { Clock } from '../../timing/clock.ts';

export interface NudgeOptions {
  url: string;
  apiKey: string;
  executorName: string;
  clock: Clock;
  onNudge(): void;
  /** How long a stream may be silent before it counts as dead. */
  silenceMs?: number;
}

const firstRetryMs = 500;
const lastRetryMs = 30_000;
/** The control plane writes a sign of life every 12 seconds; a stream that is silent for this long is dead. */
const usualSilenceMs = 45_000;

/** Listens to the stream that says «something changed», and takes it up again whenever it ends. The heartbeat does without it. */
export async function listenToNudges(options: NudgeOptions, signal: AbortSignal): Promise<void> {
  // Not before: the first heartbeat need not wait for it to load.
  const { createClient } = await import('graphql-sse');
  let failures = 0;
  while (!signal.aborted) {
    const heard = await listenOnce(createClient, options, signal);
    failures = heard ? 0 : failures + 1;
    const wait = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)) * (0.7 + Math.random() * 0.6);
    await options.clock.sleep(wait, signal);
  }
}

async function listenOnce(
  createClient: (options: Parameters<typeof import('graphql-sse').createClient>[0]) => Client,
  { url, apiKey, executorName, onNudge, silenceMs = usualSilenceMs }: NudgeOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const stream = new AbortController();
  let heard = false;
  let silence = setTimeout(() => stream.abort(), silenceMs);
  const alive = () => {
    // What happened while no stream stood was not nudged.
    if (!heard) onNudge();
    heard = true;
    clearTimeout(silence);
    silence = setTimeout(() => stream.abort(), silenceMs);
  };
  const client = createClient({
    url,
    retryAttempts: 0,
    headers: { authorization: `Bearer ${apiKey}` },
    fetchFn: async (input: string, init: RequestInit) => {
      const response = await fetch(input, init);
      // What is no stream of events is no sign of life either.
      if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
      const body = response.body?.pipeThrough(
        new TransformStream({
          transform: (chunk, controller) => {
            alive();
            controller.enqueue(chunk);
          },
        }),
      );
      return new Response(body ?? null, response);
    },
  });
  const dispose = () => client.dispose();
  const ended = AbortSignal.any([signal, stream.signal]);
  ended.addEventListener('abort', dispose, { once: true });
  try {
    const nudges = client.iterate({ query: print(ExecutorNudgesDocument), variables: { name: executorName } });
    for await (const { errors } of nudges) {
      // Refused, for instance before this executor's first heartbeat: to be asked again later, not at once.
      if (errors !== undefined) return false;
      onNudge();
    }
  } catch {
    // Whatever ended the stream, it is taken up again; the heartbeat tells when the control plane is away.
  } finally {
    clearTimeout(silence);
    ended.removeEventListener('abort', dispose);
    client.dispose();
  }
  return heard;
}
