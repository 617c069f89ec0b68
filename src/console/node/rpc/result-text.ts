import { printable } from '../../../text/printable.ts';

/** More than this no browser lays out soon; the file has all of it. */
const maxShown = 200_000;

export interface ResultText {
  /** Laid out for people. */
  whole: string;
  /** What is shown of it. */
  shown: string;
  isCut: boolean;
}

/** Returns what a daemon answered as people read it; what its peers or others wrote in it cannot act. Pure. */
export function resultText(json: string): ResultText {
  const whole = JSON.stringify(JSON.parse(json), null, 2).split('\n').map(printable).join('\n');
  return { whole, shown: whole.slice(0, maxShown), isCut: whole.length > maxShown };
}
