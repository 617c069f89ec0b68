import { turnstile } from '../../../timing/turnstile.ts';

/** Of the places, for the requests of one key: nobody may take those of all. Heartbeat, stream, events and answers need a few. */
const [shareOfKey, fewestOfKey] = [1 / 16, 8];

/** Returns what ends the stay of a request with `key`, or the seconds until its next attempt. `onFull` gets those of heartbeats while there is no place for any. */
export function agentDoor(onFull: (seconds: number) => void) {
  const places = turnstile();
  const ofKey = new Map<string, number>();
  return (key: string, isStream: boolean): ((wasServed: boolean) => void) | number => {
    const others = ofKey.get(key) ?? 0;
    if (others >= Math.max(fewestOfKey, places.limit * shareOfKey)) return 1;
    // A heartbeat brings the state; a stream only announces what changes later.
    const leave = places.enter(!isStream);
    if (typeof leave === 'number') {
      if (!isStream) onFull(leave);
      return leave;
    }
    ofKey.set(key, others + 1);
    return (wasServed) => {
      const left = (ofKey.get(key) ?? 0) - 1;
      if (left > 0) ofKey.set(key, left);
      else ofKey.delete(key);
      leave(wasServed);
    };
  };
}
