import { useSearch } from '@tanstack/react-router';
import { useApi } from '../../api/use-api.tsx';
import type { RangeSearch } from '../addresses.ts';
import { type Bounds, boundsOf } from './time-range.ts';

export interface ShownRange {
  /** Names the range: one up to now has the same name while its bounds move. */
  key: string;
  isAny: boolean;
  /** Returns the bounds at this time. */
  bounds: () => Bounds;
}

/** Returns the time range that the address holds. */
export function useRange(): ShownRange {
  const { clock } = useApi();
  const { range, from, to }: RangeSearch = useSearch({ strict: false });
  const key = [range, from, to].map((part) => part ?? '').join(' ');
  return { key, isAny: key.trim() === '', bounds: () => boundsOf({ range, from, to }, clock.now()) };
}
