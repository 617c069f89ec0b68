import { ruleTitle } from '../../../contract/rule-title.ts';
import type { AlertIncident } from '../../../contract/types.generated.ts';
import { capitalized } from '../../../text/capitalized.ts';
import { formatDuration } from '../../../text/format-duration.ts';
import { printable } from '../../../text/printable.ts';
import { shorten } from '../../../text/shorten.ts';

/** A message for people, without markup. */
export interface ChannelMessage {
  title: string;
  lines: readonly string[];
  /** The incident in the console; null for a test, or if the control plane does not know its URL. */
  link: string | null;
  /** Null unless an incident opened. */
  urgency: AlertIncident['severity'] | null;
}

interface Body {
  type: string;
  data: { incident?: AlertIncident; links?: { incident?: string } };
}

/** Telegram takes 4096 characters, and ntfy as many bytes. */
const maxLine = 1000;

export function describeMessage(body: string): ChannelMessage {
  const { type, data } = JSON.parse(body) as Body;
  const { incident, links } = data;
  if (incident === undefined)
    return { title: '[Test] Satrap', lines: ['This channel works.'], link: null, urgency: null };
  const { code, severity, subjectName, message, advice, note, durationSeconds } = incident;
  const title = (state: string) =>
    printable(shorten(`[${capitalized(state)}] ${ruleTitle(code)}: ${subjectName}`, 200));
  const link = links?.incident ?? null;
  if (type === 'incident.closed')
    return {
      title: title('resolved'),
      lines: [`Resolved after ${formatDuration(durationSeconds)}.`],
      link,
      urgency: null,
    };
  if (type === 'incident.acknowledged') {
    const line = note ? `Acknowledged: ${printable(shorten(note, maxLine))}` : 'Acknowledged.';
    return { title: title('acknowledged'), lines: [line], link, urgency: null };
  }
  const shown = message.replaceAll(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z/g, '$1 $2 UTC');
  const lines = [shown, advice].map((line) => printable(shorten(line, maxLine)));
  return { title: title(severity), lines, link, urgency: severity };
}
