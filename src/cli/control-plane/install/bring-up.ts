import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../command-error.ts';
import { lastWords, restartUnit, type UnitState, unitState } from '../../installation/unit-state.ts';
import { isReady, readEnv, unitName } from './layout.ts';

const pauseMs = 250;
/** The previous version was healthy until it was stopped. */
const returnMs = 120_000;

export interface Start {
  withinSeconds: number;
  /** Polled: whether this start of the service has definitely failed. */
  isLost(state: UnitState): boolean;
}

/** Restarts the service and waits until it is ready. Returns its last log lines if it does not become ready. */
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

/** Starts a version that served before. Throws CommandError if it does not serve. */
export async function restartKnown(what: string): Promise<void> {
  const words = await restartUntilReady({ withinSeconds: returnMs / 1000, isLost: ({ hasFailed }) => hasFailed });
  if (words === null) return;
  throw new CommandError(`${what}, but it does not serve: ${words}; see: journalctl -u satrap-control-plane`);
}
