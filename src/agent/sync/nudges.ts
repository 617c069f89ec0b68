import { addAbortListener } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { print } from 'graphql/language/printer.js';
import { createClient } from 'graphql-sse';
import { ExecutorNudgesDocument } from '../../contract/agent-operations.generated.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { HttpConnections, type HttpRequest, retryAfterMs } from '../control-plane/http-connections.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';

export interface NudgeOptions {
  url: string;
  /** Read for each stream: it may be replaced while the agent runs. */
  apiKey: () => string;
  executorName: string;
  /** The agent's revision of the desired state. */
  revision: () => number | null;
  connections?: HttpConnections;
  clock: Clock;
  onNudge(): void;
  /** Whether nudges come, or the control plane said when it will be this stream's turn. */
  onStream(isComing: boolean): void;
  /** Whether the control plane accepted the stream and nothing came through: a proxy holds it back. */
  onSilence(isSilent: boolean): void;
  /** Resolves when a later heartbeat is accepted. */
  heard(signal: AbortSignal): Promise<void>;
  pulse: Pulse;
  maxSilenceMs?: number;
}

const retryPolicy = { firstMs: 500, maxMs: 30_000, jitter: 0.3 };
/** The control plane sends a keep-alive every 20 seconds. */
const defaultMaxSilenceMs = 45_000;

/** Subscribes to nudges, and reconnects. Without a stream, the heartbeat's interval is the fallback. */
export async function listenToNudges(options: NudgeOptions, signal: AbortSignal): Promise<void> {
  const { pulse, clock } = options;
  const backoff = new Backoff(retryPolicy);
  await loop({ pulse, signal, rest: (ms) => clock.sleep(ms, signal) }, async () => {
    const { isOpen, isLost, waitMs } = await listenOnce(options, signal);
    if (isOpen) backoff.reset();
    if (isLost && waitMs === 0) {
      pulse.away();
      // All agents come when a control plane returns. Their heartbeats bring the state, a stream only later changes.
      await options.heard(signal);
    }
    return Math.max(backoff.next(), waitMs);
  });
}

async function listenOnce(options: NudgeOptions, signal: AbortSignal) {
  const { url, apiKey, executorName, revision, onNudge, onStream, onSilence, pulse } = options;
  const { maxSilenceMs = defaultMaxSilenceMs } = options;
  const { connections = new HttpConnections() } = options;
  const dead = new AbortController();
  const silence = setTimeout(() => dead.abort(), maxSilenceMs);
  let isOpen = false;
  let isLost = false;
  let waitMs = 0;
  const onSignOfLife = () => {
    pulse.beat();
    if (!isOpen) {
      isOpen = true;
      onStream(true);
      onSilence(false);
    }
    silence.refresh();
  };
  const client = createClient({
    url,
    retryAttempts: 0,
    headers: { authorization: `Bearer ${apiKey()}` },
    fetchFn: async (input: string, init: Omit<HttpRequest, 'url'>) => {
      const answer = await connections.send({ ...init, url: input });
      waitMs = retryAfterMs(answer);
      return streamOf(answer, onSignOfLife);
    },
  });
  using _ended = addAbortListener(AbortSignal.any([signal, dead.signal]), () => client.dispose());
  try {
    const variables = { name: executorName, revision: revision() };
    const nudges = client.iterate({ query: print(ExecutorNudgesDocument), variables });
    for await (const { errors } of nudges) {
      // Refused, for example before this executor's first heartbeat: retry later.
      if (errors !== undefined) return { isOpen: false, isLost, waitMs };
      onNudge();
    }
  } catch {
    // Always reconnect. The heartbeat reports an unreachable control plane.
    isLost = true;
  } finally {
    // A connection that is refused or breaks ends earlier.
    if (dead.signal.aborted && !isOpen) onSilence(true);
    clearTimeout(silence);
    client.dispose();
    onStream(waitMs > 0);
  }
  return { isOpen, isLost: isLost || dead.signal.aborted, waitMs };
}

/** The parts of a Response used by graphql-sse. Only chunks of an event stream count as a sign of life. */
function streamOf(answer: IncomingMessage, onChunk: () => void): object {
  const status = answer.statusCode ?? 0;
  const ok = status === 200 && answer.headers['content-type']?.startsWith('text/event-stream') === true;
  if (!ok) answer.destroy();
  return { ok, status, statusText: answer.statusMessage ?? '', body: observeChunks(answer, onChunk) };
}

async function* observeChunks(body: AsyncIterable<Buffer>, onChunk: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    onChunk();
    yield chunk;
  }
}
