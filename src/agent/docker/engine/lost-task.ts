import type { NodeFailure } from '../../runtime/node-record.ts';

/** How often the engine must have refused: it may get over it by itself meanwhile. */
export const lostTaskTries = 2;

/**
 * Returns whether an error is that of a container which the engine can start no more, because its containerd still holds it, a task of it, or the
 * folder of one, that the engine knows nothing of: an engine that was ended in the midst of a start leaves one. Another container is not affected. Pure.
 */
export const saysLostTask = (message: string): boolean =>
  /\btask\b.*already exists|\bstart shim: mkdir\b.*: file exists|: id already in use\b/.test(message);

/** Returns whether a container must be re-created to be started. Pure. */
export const isLostTask = (failure: NodeFailure | null): boolean =>
  failure !== null && failure.count >= lostTaskTries && saysLostTask(failure.message);
