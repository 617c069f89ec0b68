import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the space for young objects from growing: the agent makes few at a time, and V8 would keep 8 MiB for them. To be called before
 * modules are loaded that a compile cache is to hold, because V8 takes what was compiled under other flags for foreign.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
