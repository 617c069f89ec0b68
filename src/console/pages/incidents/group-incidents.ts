import { ruleTitle } from '../../../contract/rule-title.ts';
import { capitalized } from '../../../text/capitalized.ts';
import { formatCount } from '../../display/format.ts';
import { alertSeverities } from '../addresses.ts';
import type { Incident } from './before.ts';

type Incidents = readonly [Incident, ...Incident[]];

const groupBy = (incidents: readonly Incident[], keyOf: (incident: Incident) => string) =>
  [...Map.groupBy(incidents, keyOf).values()] as unknown as readonly Incidents[];

/** Returns the message of an incident without the start that names its object. */
export const causeOf = ({ message, subjectName }: Pick<Incident, 'message' | 'subjectName'>): string =>
  capitalized(
    (message.startsWith(`${subjectName} `) ? message.slice(subjectName.length + 1) : message).replace(
      /^(cannot run: |is )/,
      '',
    ),
  );

/** Groups incidents by rule, and each rule's by cause and host: the worst rule first, and the most frequent cause. */
export const groupIncidents = (incidents: readonly Incident[]) =>
  groupBy(incidents, ({ code }) => code)
    .map((ofRule) => {
      const causes = groupBy(ofRule, keyOfCause).toSorted((a, b) => b.length - a.length);
      const rank = Math.min(...ofRule.map(({ severity }) => alertSeverities.indexOf(severity)));
      const severity = alertSeverities[rank] ?? ofRule[0].severity;
      return { severity, rank, title: titleOf(ofRule), incidents: causes.flat() as unknown as Incidents, causes };
    })
    .toSorted((a, b) => a.rank - b.rank || b.incidents.length - a.incidents.length);

export type IncidentGroup = ReturnType<typeof groupIncidents>[number];

/** Names and numbers differ where the cause is the same. */
const keyOfCause = (incident: Incident): string =>
  `${incident.executorId} ${causeOf(incident).replaceAll(incident.subjectName, '').replaceAll(/\d+/g, '#')}`;

/** Such as `Node failing: 21 nodes`, or `Disk low: berlin-1`. */
function titleOf([{ code, subjectType, subjectName }, ...others]: Incidents): string {
  const noun = subjectType === 'executor' ? 'host' : subjectType === 'api_key' ? 'API key' : subjectType;
  return `${ruleTitle(code)}: ${others.length === 0 ? subjectName : formatCount(others.length + 1, noun)}`;
}

/** Such as `6 on berlin-1: The disk is full (2 other causes)` for several incidents, and the cause alone for one. */
export function causeLine(
  { incidents, causes }: IncidentGroup,
  hosts: readonly { id: string; name: string }[],
): string {
  const [first] = causes;
  if (first === undefined) return '';
  const host = hosts.find(({ id }) => id === first[0].executorId);
  const share = causes.length > 1 ? [host === undefined ? `${first.length} of ${incidents.length}` : first.length] : [];
  const where = [...share, ...(host === undefined ? [] : [`on ${host.name}`])];
  const others = causes.length > 1 ? ` (${formatCount(causes.length - 1, 'other cause')})` : '';
  const start = incidents.length === 1 || where.length === 0 ? '' : `${capitalized(where.join(' '))}: `;
  return `${start}${causeOf(first[0])}${others}`;
}
