const units = [
  { name: 'y', seconds: 31_556_952 },
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** A second unit follows only a small count of the first one. */
const maxCoarse = 2;

/** Formats a duration, such as `3 min` or `2 d 4 h`; a second unit appears only where the first alone is too coarse. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const at = units.findIndex((unit) => whole >= unit.seconds);
  const unit = units[at];
  if (unit === undefined) return '0 s';
  const count = Math.floor(whole / unit.seconds);
  const next = units[at + 1];
  const rest = next === undefined ? 0 : Math.floor((whole % unit.seconds) / next.seconds);
  const isCoarse = count <= maxCoarse && unit.seconds > 60 && rest > 0;
  return `${count} ${unit.name}${isCoarse && next !== undefined ? ` ${rest} ${next.name}` : ''}`;
}

/** The same for the time that is left, rounded to the last unit shown: a second less than 7 days is `7 d`. */
export function formatRemaining(seconds: number): string {
  const at = units.findIndex((unit) => seconds >= unit.seconds);
  const unit = units[at]?.seconds ?? 1;
  const isCoarse = seconds < (maxCoarse + 1) * unit && unit > 60;
  const shown = isCoarse ? (units[at + 1]?.seconds ?? 1) : unit;
  return formatDuration(Math.round(seconds / shown) * shown);
}
