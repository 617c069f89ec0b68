import type Docker from 'dockerode';
import { followProgress } from '../agent/docker/engine/engine-progress.ts';
import { PullTracker } from '../agent/docker/engine/pull-progress.ts';

/** A registry that is silent for this long cannot be reached: a host behind a silent firewall never gets a refusal. */
const firstEventTimeoutMs = 10_000;
const nextEventTimeoutMs = 120_000;
const reportEveryMs = 2_000;

export interface PullOptions {
  /** Shows the operator one line. */
  say(line: string): void;
  signal: AbortSignal;
}

/** Pulls an image and says its progress in bytes. Throws with the engine's reason, within about 10 s when no registry answers. */
export async function pullImage(docker: Docker, reference: string, options: PullOptions): Promise<void> {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new Error('the registry did not answer in time'));
  let timer = setTimeout(giveUp, firstEventTimeoutMs);
  const signal = AbortSignal.any([options.signal, silence.signal]);
  const tracker = new PullTracker();
  let reportedAt = Date.now();
  try {
    const stream = await docker.createImage({ fromImage: reference, abortSignal: signal });
    await followProgress(stream, {
      signal,
      onEvent(event) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, nextEventTimeoutMs);
        const { done, total } = tracker.record(event);
        if (Date.now() - reportedAt < reportEveryMs) return;
        reportedAt = Date.now();
        options.say(`pulling ${reference}: ${megabytes(done)} of ${megabytes(total)} MB`);
      },
    });
  } catch (error) {
    // An aborted request says only «aborted»: the signal knows why.
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
