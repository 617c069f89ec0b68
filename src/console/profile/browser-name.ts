const browsers = [
  ['Edge', /\bEdg\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(Headless)?Chrom(e|ium)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iPhone or iPad', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** Returns what a browser is called, from its own words; those themselves where they are of another kind. Pure. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'a program';
  const find = (known: readonly (readonly [string, RegExp])[]) => known.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = find(browsers);
  const system = find(systems);
  return browser === undefined ? userAgent.slice(0, 80) : system === undefined ? browser : `${browser} on ${system}`;
}
