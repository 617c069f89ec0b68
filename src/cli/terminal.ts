import { styleText } from 'node:util';
import measure from 'fast-string-truncated-width';
import { traitsOf } from '../contract/phases.ts';

export interface Terminal {
  /** Infinite for a pipe or a file, so that scripts see everything. */
  columns: number;
  /** Adds a style where the stream has colors, as NO_COLOR and FORCE_COLOR say. */
  style(style: Parameters<typeof styleText>[0], text: string): string;
}

export const terminalOf = (stream: NodeJS.WriteStream): Terminal => ({
  columns: stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY,
  style: (style, text) => styleText(style, text, { stream }),
});

export const widthOf = (text: string): number => measure(text).width;

/** Shortens a text to a number of columns. */
export function truncate(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text))
    if (widthOf(cut) + widthOf(segment) < columns) cut += segment;
    else break;
  return `${cut}…`;
}

/** Color, a glyph for those who do not see it, and states other than the phases of nodes. */
const tones = {
  good: ['green', '●', /^(online|succeeded|committed|finished|upgraded|agreed|delivered|active)\b/],
  busy: ['cyan', '◐', /^(requested|under_way|fetching|rehearsing|waiting)\b/],
  warning: ['yellow', '▲', /^(warning|split|with a problem|not measured|behind|paused|rolled_back|drain|cordoned)/],
  bad: ['red', '✖', /^(offline|on another branch|failed|critical|error|stopped\b.)/],
  idle: ['dim', '○', /^/],
} as const;

function toneOf(state: string) {
  const ofPhase = traitsOf(state)?.tone;
  return ofPhase ? tones[ofPhase] : (Object.values(tones).find(([, , states]) => states.test(state)) ?? tones.idle);
}

/** A state with its glyph on a terminal, as it is elsewhere. */
export const withGlyph = (state: string, { columns }: Terminal): string =>
  columns === Number.POSITIVE_INFINITY || state === '' ? state : `${toneOf(state)[1]} ${state}`;

export const colored = (state: string, text: string, { style }: Terminal): string => style(toneOf(state)[0], text);
