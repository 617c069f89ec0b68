/** One figure compared with its floor or peer in the same run. */
export interface Figure {
  what: string;
  unit: string;
  ours: Summary;
  peer: { what: string; summary: Summary } | null;
  goal: string;
  met: boolean;
}

export interface Summary {
  median: number;
  p95: number;
  p99: number;
  rounds: number;
}

export function summarise(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), rounds: sorted.length };
}

export const shownNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);

export function tableLine({ what, unit, ours, peer, goal, met }: Figure): string {
  const beside =
    peer === null ? '' : `; ${peer.what}: ${shownNumber(peer.summary.median)} / ${shownNumber(peer.summary.p95)}`;
  return `${met ? '✓' : '✗'} ${what}: ${shownNumber(ours.median)} / ${shownNumber(ours.p95)} / ${shownNumber(ours.p99)} ${unit} (median / p95 / p99 of ${ours.rounds})${beside}. Goal: ${goal}`;
}
