import type { NodeFailure } from '../../runtime/node-record.ts';

/** Minimum number of refusals by the engine, which may recover meanwhile. */
export const lostTaskTries = 2;

/**
 * Returns whether the engine can no longer start a container because its containerd still holds a task of it, or the
 * task's folder, that is unknown to the engine: left by an engine that was killed during a start. Other containers are
 * not affected.
 */
export const saysLostTask = (message: string): boolean =>
  /\btask\b.*already exists|\bstart shim: mkdir\b.*: file exists|: id already in use\b/.test(message);

/** Returns whether a container must be re-created before it can start. */
export const isLostTask = (failure: NodeFailure | null): boolean =>
  failure !== null && failure.count >= lostTaskTries && saysLostTask(failure.message);
