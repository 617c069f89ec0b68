import type { Logger } from 'pino';
import { type DeliveredRequest, type RequestArgs, requestArgs } from '../../contract/agent-requests.ts';
import { kindField } from '../../contract/kind-fields.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import { LogBuffer } from './log-buffer.ts';
import type { SendAnswer } from './responder.ts';

export type LogStart = Parameters<NodeRuntime['followLogs']>[1];

interface FollowRequest {
  id: string;
  nodeId: string;
  args: RequestArgs<'follow_log'>;
}

export interface LogFollowerOptions {
  /** The current workload of a node; undefined without one. */
  workloadOf(nodeId: string): string | undefined;
  followLog: NodeRuntime['followLogs'];
  send: SendAnswer;
  clock: Clock;
}

const gatherMs = 100;
/** The pause while the reader has not taken what it was sent. */
const heldBackMs = 300;
const reopenMs = 1000;
const retryPolicy = { firstMs: 500, maxMs: 10_000 };

/** The unsent lines. */
interface Queue {
  buffer: LogBuffer;
  filled: Notify;
}

/** Follows a node's log for one reader, across restarts of node and engine. A slow reader loses lines, with a count. */
export async function runFollower(request: FollowRequest, options: LogFollowerOptions, signal: AbortSignal) {
  const end = new AbortController();
  const ending = AbortSignal.any([signal, end.signal]);
  const queue = { buffer: new LogBuffer(), filled: new Notify(options.clock) };
  const sending = sendLines(request, options, queue, ending).finally(() => end.abort());
  await Promise.all([readLines(request, options, queue, ending), sending]);
}

async function readLines(
  { nodeId, args: { tail, from, position } }: FollowRequest,
  { workloadOf, followLog, clock }: LogFollowerOptions,
  { buffer, filled }: Queue,
  signal: AbortSignal,
): Promise<void> {
  let start: LogStart = position === null ? { tail, since: from ?? undefined } : { since: position };
  let last = position;
  let noted: string | undefined;
  const note = (text: string) => {
    if (noted === text) return;
    noted = text;
    buffer.note(fitText(text, 1000));
    filled.notify();
  };
  while (!signal.aborted) {
    const workloadId = workloadOf(nodeId);
    if (workloadId === undefined) {
      note('the node has no container; waiting for one');
    } else {
      try {
        for await (const line of followLog(workloadId, start, signal)) {
          // Lines read before come again, because the engine's start time is inclusive.
          if (last !== null && line.time <= last) continue;
          last = line.time;
          noted = undefined;
          start = { since: last };
          buffer.add(line);
          filled.notify();
        }
        if (!signal.aborted) note('the node’s container stopped; waiting for its restart');
      } catch (error) {
        if (!signal.aborted) note(`cannot read the log: ${errorMessage(error)}`);
      }
    }
    await clock.sleep(reopenMs, signal);
  }
}

async function sendLines(
  { id, args: { nextChunk } }: FollowRequest,
  { send, clock }: LogFollowerOptions,
  { buffer, filled }: Queue,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(retryPolicy);
  for (let sequence = nextChunk; !signal.aborted; ) {
    const chunk = buffer.take();
    if (chunk === undefined) {
      if (await filled.wait(Number.POSITIVE_INFINITY, signal)) await clock.sleep(gatherMs, signal);
      continue;
    }
    for (let isSent = false; !isSent && !signal.aborted; ) {
      // Undefined if the control plane did not answer.
      const answer = await send({ id, chunk: { ...chunk, sequence } }, signal).catch(() => undefined);
      if (answer === undefined) await clock.sleep(backoff.next(), signal);
      else if (!answer.isOpen) return;
      else if (!answer.isTaken) await clock.sleep(heldBackMs, signal);
      else isSent = true;
      if (answer !== undefined) backoff.reset();
    }
    sequence++;
  }
}

/** Each may hold one unread MiB. */
const maxFollowers = 50;

interface LogFollowersOptions extends LogFollowerOptions {
  log: Logger;
  signal: AbortSignal;
}

/** Follows the logs named by the last heartbeat: starts new followers and ends those without a reader. */
export function logFollowers({ log, signal, ...options }: LogFollowersOptions) {
  const ends = new Map<string, AbortController>();
  const follow = async (request: FollowRequest): Promise<void> => {
    const end = new AbortController();
    ends.set(request.id, end);
    try {
      await runFollower(request, options, AbortSignal.any([signal, end.signal]));
    } catch (error) {
      log.warn({ err: error, nodeId: request.nodeId }, 'cannot follow log; retrying with the next heartbeat');
    } finally {
      ends.delete(request.id);
    }
  };
  return (requests: readonly DeliveredRequest[]): void => {
    const named = requests.flatMap(({ id, nodeId, kind, args }) => {
      const { data } = requestArgs.follow_log.safeParse(args[kindField('follow_log')]);
      return kind === 'follow_log' && data !== undefined ? [{ id, nodeId, args: data }] : [];
    });
    const ids = new Set(named.map(({ id }) => id));
    for (const [id, end] of ends) if (!ids.has(id)) end.abort();
    for (const request of named) if (!ends.has(request.id) && ends.size < maxFollowers) void follow(request);
  };
}
