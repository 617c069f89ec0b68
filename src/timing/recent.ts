import { LRUCache } from 'lru-cache';

type Staleness = Pick<LRUCache.OptionsBase<object, object, unknown>, 'ttl' | 'noDeleteOnStaleGet'>;

/** A cache of the entries used last. It grows with them: `max` reserves room for all, which takes 50 ms for 100,000. */
export const recent = <K extends {}, V extends {}>(count: number, staleness: Staleness = {}): LRUCache<K, V> =>
  new LRUCache<K, V>({ ...staleness, maxSize: count, sizeCalculation: () => 1 });
