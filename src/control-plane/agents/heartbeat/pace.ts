/** Heartbeats that one process takes in a second, as far as the longest interval lets it. */
const perSecond = 200;
const maxSeconds = 120;

/**
 * Returns the interval of heartbeats in seconds. An agent whose stream is open learns of changes by it, so that many of
 * them need fewer heartbeats each.
 */
export const heartbeatInterval = (shortestSeconds: number, openStreams: number): number =>
  Math.max(shortestSeconds, Math.min(maxSeconds, Math.ceil(openStreams / perSecond)));
