const everyMs = 1000;

/**
 * Calls each of thousands every so many seconds, many at a time: a timer of its own for each would wake the process
 * hundreds of times a second. Returns what ends the calls.
 */
export function pulseOfMany(seconds: number): (beat: () => void) => () => void {
  const turns = Array.from({ length: seconds }, () => new Set<() => void>());
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % seconds;
    for (const beat of turns[turn] ?? []) beat();
  }, everyMs);
  timer.unref();
  return (beat) => {
    const mine = turns[turn];
    mine?.add(beat);
    return () => mine?.delete(beat);
  };
}
