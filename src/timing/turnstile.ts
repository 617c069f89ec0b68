/** In milliseconds: nobody is let in who would probably be inside for longer. Timeouts are ten times as long. */
const maxInsideMs = 500;
/** Later, the stay ends by itself: who sends slowly must not keep others out. */
const maxStayMs = 5000;
/** Let in whatever their pace. */
const fewest = 32;
/** With fewer inside, how fast they leave does not say how fast they could. */
const busy = 16;
/** In milliseconds, between two that leave. */
const [fastest, first, slowest] = [0.5, 5, 100];
const windowMs = 1000;
/** The share of the places that is open to those without priority. */
const shareOfOthers = 3 / 4;
/** The longest wait: by then, requests may be served faster. A caller that returns may be sent away again. */
const maxAwaySeconds = 90;

/** Lets in as many as leave again within half a second, and tells the others when to come back, one after another. */
export interface Turnstile {
  /** How many may be inside. */
  readonly limit: number;
  /** Returns what ends the stay if let in, with whether it was of use; otherwise the seconds until the next attempt. A quarter of the places is for those with priority, who also come back before the others. */
  enter(hasPriority?: boolean): ((wasServed: boolean) => void) | number;
}

export function turnstile(now = () => performance.now()): Turnstile {
  let inside = 0;
  let pace = first;
  let since = { at: now(), served: 0, fewestInside: 0 };
  /** When the last one that was sent away comes back. */
  const backAt = { first: 0, others: 0 };
  const leave = (wasServed: boolean) => {
    inside--;
    if (wasServed) since.served++;
    since.fewestInside = Math.min(since.fewestInside, inside);
    const ms = now() - since.at;
    if (ms < windowMs) return;
    const isBusy = since.fewestInside >= busy;
    if (!isBusy) pace = Math.max(fastest, pace / 2);
    else pace = since.served === 0 ? Math.min(slowest, pace * 2) : (pace + ms / since.served) / 2;
    since = { at: now(), served: 0, fewestInside: inside };
  };
  const limit = () => Math.max(fewest, maxInsideMs / pace);
  return {
    get limit() {
      return limit();
    },
    enter: (hasPriority = false) => {
      if (inside < limit() * (hasPriority ? 1 : shareOfOthers)) {
        inside++;
        const stay = setTimeout(() => end(false), maxStayMs);
        let isEnded = false;
        const end = (wasServed: boolean) => {
          if (isEnded) return;
          isEnded = true;
          clearTimeout(stay);
          leave(wasServed);
        };
        return end;
      }
      const line = hasPriority ? 'first' : 'others';
      backAt[line] = Math.max(backAt[line], backAt.first, now()) + pace;
      // Those for whom there is no turn yet must not all come at the same time.
      return Math.ceil(Math.min((backAt[line] - now()) / 1000, maxAwaySeconds * (1 - Math.random() / 2)));
    },
  };
}
