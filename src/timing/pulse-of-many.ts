/** Those of one turn delay everything else. */
const everyMs = 250;

/**
 * Calls thousands of functions at the same interval, many at a time: a timer for each would wake the process hundreds of
 * times a second. Adding a function returns what removes it.
 */
export function pulseOfMany(seconds: number): (beat: () => void) => () => void {
  const turns = Array.from({ length: (seconds * 1000) / everyMs }, () => new Set<() => void>());
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % turns.length;
    for (const beat of turns[turn] ?? []) beat();
  }, everyMs);
  timer.unref();
  return (beat) => {
    const mine = turns[turn];
    mine?.add(beat);
    return () => mine?.delete(beat);
  };
}
