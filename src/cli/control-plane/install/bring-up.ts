import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../command-error.ts';
import { lastWords, restartUnit, type UnitState, unitState } from '../../installation/unit-state.ts';
import { isReady, readEnv, unitName } from './layout.ts';

const pauseMs = 250;
/** The version before was well until it was stopped. */
const returnMs = 120_000;

export interface Start {
  withinSeconds: number;
  /** Whether the service cannot come up any more as it was started; asked again and again. */
  isLost(state: UnitState): boolean;
}

/** Starts the service again, and waits until it serves and its database answers. Returns its last words where it does not come to that. */
export async function restartUntilReady({ withinSeconds, isLost }: Start): Promise<string | null> {
  const startedAt = Date.now();
  const { invocation } = await unitState(unitName);
  await restartUnit(unitName);
  while (Date.now() < startedAt + withinSeconds * 1000) {
    const state = await unitState(unitName);
    const isFresh = state.invocation !== invocation;
    if (isFresh && isLost(state)) return lastWords(unitName, startedAt);
    if (isFresh && state.isActive && (await isReady(readEnv()))) return null;
    await delay(pauseMs);
  }
  return lastWords(unitName, startedAt);
}

/** Starts the service of a version that served before. Throws CommandError where it does not serve. */
export async function restartKnown(what: string): Promise<void> {
  const words = await restartUntilReady({ withinSeconds: returnMs / 1000, isLost: ({ hasFailed }) => hasFailed });
  if (words === null) return;
  throw new CommandError(`${what}, but it does not serve: ${words}; see: journalctl -u satrap-control-plane`);
}
