import type Docker from 'dockerode';
import { followProgress, PullTracker } from '../agent/docker/engine/engine-progress.ts';
import type { InstallOptions } from './debian-packages.ts';

/** A registry that is silent for this long is unreachable: a firewall may drop packets without refusing them. */
const firstEventTimeoutMs = 10_000;
const nextEventTimeoutMs = 120_000;
const reportEveryMs = 2_000;

/** Pulls an image and prints its progress. Throws with the engine's reason, within about 10 s if no registry answers. */
export async function pullImage(docker: Docker, reference: string, options: InstallOptions): Promise<void> {
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
    // An aborted request only says «aborted»; the signal has the reason.
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Inspects a local image; null if no image has that reference. */
export async function inspectImage(docker: Docker, reference: string): Promise<Docker.ImageInspectInfo | null> {
  try {
    return await docker.getImage(reference).inspect();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return null;
    throw error;
  }
}
