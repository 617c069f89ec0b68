import { RateLimitedError, SatrapError, UnavailableError } from '../../../../client/error.ts';
import { type FollowedText, textsOf } from '../../../../contract/log-texts.ts';
import { Backoff } from '../../../../timing/backoff.ts';
import type { Api } from '../../../api/api.ts';
import { pause } from '../../../api/pause.ts';
import { NodeLogLinesDocument, OpenNodeLogDocument } from './operations.generated.ts';

export interface FollowOptions {
  api: Pick<Api, 'query' | 'mutate' | 'stream'>;
  nodeId: string;
  /** How many lines to begin with, 1 to 2000. */
  tail: number;
  /** Only lines from this ISO time on. */
  since: string | null;
  /** Takes what came. */
  take: (texts: readonly FollowedText[]) => void;
  signal: AbortSignal;
}

const reopens = { firstMs: 500, maxMs: 10_000 };
/** The control plane ends a stream now and then; a session outlives that. */
const reopenMs = 100;
/** Clocks differ: better a line twice than none. */
const marginMs = 2000;
const maxTail = 2000;

/** Brings what a daemon writes until `signal` aborts, also after the connection was cut. Throws SatrapError for what no try mends. */
export async function followLog(options: FollowOptions): Promise<void> {
  const { api, nodeId: id, take, signal } = options;
  const backoff = new Backoff(reopens);
  let { tail, since } = options;
  while (!signal.aborted) {
    try {
      let heardAt = Date.now();
      const { openNodeLogSession } = await api.mutate(OpenNodeLogDocument, { id, tail, since, follow: true });
      await readSession(options, openNodeLogSession.id, () => {
        backoff.reset();
        heardAt = Date.now();
      });
      [tail, since] = [maxTail, new Date(heardAt - marginMs).toISOString()];
    } catch (error) {
      if (signal.aborted) return;
      if (!canPass(error)) throw error;
      await pause(backoff.next(), signal);
      continue;
    }
    if (!signal.aborted) take([{ notice: 'the log was opened again; lines may be missing here, or shown twice' }]);
  }
}

/** Reads a session, over as many streams as it takes, until it is over. */
async function readSession({ api, take, signal }: FollowOptions, id: string, onHeard: () => void): Promise<void> {
  const backoff = new Backoff(reopens);
  let expected = 0;
  while (!signal.aborted) {
    try {
      for await (const { nodeLog } of api.stream(NodeLogLinesDocument, { id }, signal)) {
        if (nodeLog == null) continue;
        backoff.reset();
        onHeard();
        take(textsOf(nodeLog, expected));
        if (nodeLog.sequence != null) expected = nodeLog.sequence + 1;
      }
      await pause(reopenMs, signal);
    } catch (error) {
      if (signal.aborted || code(error) === 'Forbidden') return;
      if (!canPass(error)) throw error;
      await pause(backoff.next(), signal);
    }
  }
}

const code = (error: unknown) => (error instanceof SatrapError ? error.code : undefined);

/** Whether another try may succeed by itself: there was no answer, or the control plane was busy. */
const canPass = (error: unknown): boolean =>
  error instanceof UnavailableError ||
  error instanceof RateLimitedError ||
  ['unavailable', 'timed_out', 'internal_error'].some((each) => each === code(error));
