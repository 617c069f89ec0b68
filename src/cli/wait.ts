import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeType } from '../contract/types.generated.ts';
import { poll } from '../timing/poll.ts';
import type { Api } from './api.ts';
import { CommandError } from './command-error.ts';
import { progressOn, type Report } from './progress.ts';

const timeoutMinutes = 15;
const timeoutMs = timeoutMinutes * 60_000;
/** For copying or rebuilding chain data, which reports its end, also on failure. */
export const chainWorkMinutes = 30 * 24 * 60;

const timeOut = (minutes: number) =>
  new CommandError(`not complete after ${minutes} minutes`, 'failed', { hint: 'satrap nodes list' });

/** Waits until `probe` returns something other than undefined. Throws CommandError after 15 minutes. */
export async function waitFor<T>(probe: () => Promise<T | undefined>): Promise<T> {
  const result = await poll(probe, { withinMs: timeoutMs, everyMs: 300 });
  if (result === undefined) throw timeOut(timeoutMinutes);
  return result;
}

/**
 * The same for a `probe` that depends on objects of some types: called when the change stream names one, and every second without a stream.
 */
export async function waitForChange<T>(
  api: Pick<Api, 'subscribe'>,
  types: ChangeType[],
  probe: (report: Report) => Promise<T | undefined>,
  minutes = timeoutMinutes,
): Promise<T> {
  using changes = watchChanges(api, types);
  using progress = progressOn(process.stderr);
  for (const deadline = performance.now() + minutes * 60_000; ; await changes.next()) {
    const result = await probe(progress.report);
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw timeOut(minutes);
  }
}

/** Polling interval without a change stream. */
const pauseMs = 1000;
/** A hung connection does not report its end. */
const maxSilenceMs = 30_000;

/** `next` resolves when objects may have changed: by the change stream, which disposal closes, or by polling. */
export function watchChanges(api: Pick<Api, 'subscribe'>, types: ChangeType[]) {
  const ended = new AbortController();
  let stream: AsyncIterator<unknown> | undefined;
  let coming: Promise<IteratorResult<unknown>> | undefined;
  const next = async () => {
    try {
      stream ??= api.subscribe('FollowChanges', { types }, ended.signal)[Symbol.asyncIterator]();
      coming ??= stream.next();
      const result = await Promise.race([coming, delay(maxSilenceMs, undefined, { ref: false })]);
      if (result === undefined) return;
      coming = undefined;
      if (result.done) stream = undefined;
    } catch {
      stream = undefined;
      coming = undefined;
      await delay(pauseMs);
    }
  };
  return { next, [Symbol.dispose]: () => ended.abort() };
}
