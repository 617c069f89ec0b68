import { uptime } from 'node:os';

/** When this host booted, in milliseconds since the epoch, to the second. */
export const bootedAt = (): number => Date.now() - uptime() * 1000;
