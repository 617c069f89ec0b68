import { readFileSync } from 'node:fs';

/** Makes a call, and others at the same time, one after another, until it is answered. `clock` measures the others. */
export async function beside<T>(clock: () => number, call: () => Promise<T>, other: () => Promise<unknown>) {
  await other();
  const state = { isAnswered: false, longestMs: 0 };
  const answer = call().finally(() => {
    state.isAnswered = true;
  });
  while (!state.isAnswered) {
    const began = clock();
    await other();
    state.longestMs = Math.max(state.longestMs, clock() - began);
  }
  return { answer: await answer, longestMs: state.longestMs };
}

/** A clock that stops while a process waits for a CPU: it shows the delay that the process itself causes. */
export const processorClock = (pid: number) => (): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // User and system time, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
