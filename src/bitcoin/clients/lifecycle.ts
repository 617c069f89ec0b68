import { counted } from '../../text/counted.ts';
import { hasPeers } from '../network.ts';
import type { NodeConfig } from '../node-config.ts';
import { defaultPar, nodeSettings } from '../node-settings.ts';
import { type Client, type ClientVersion, clientFamily, clients } from './registry.ts';
import type { Advisory, Defect, Release, VersionData } from './version-data.ts';
import { compareVersions, majorOf } from './versions.ts';

export interface ClientLife {
  majors: readonly Pick<VersionData, 'major' | 'released' | 'endOfLife'>[];
  releases: readonly Release[];
  advisories: readonly Advisory[];
  defects: readonly Defect[];
  maintainedMajors: number | null;
}

/** The table that ships with a release; a signed file can replace it. */
export interface LifecycleTable {
  /** Issue date (ISO): an older table never replaces a newer one. For a release, the date of its latest fact. */
  issued: string;
  clients: Readonly<Partial<Record<Client, ClientLife>>>;
}

export type LifecycleState = 'maintained' | 'end_of_life' | 'withdrawn' | 'unknown';

export interface VersionLife {
  state: LifecycleState;
  /** As an ISO date; null if unknown. */
  endOfLife: string | null;
  withdrawn: Release['withdrawn'] | null;
  /** Advisories that affect it, most severe first. */
  advisories: readonly Advisory[];
  /** Defects and unsafe options without an advisory. */
  defects: readonly Defect[];
  summary: string;
  /** Its state and its high-severity advisories in a few words; null if it is maintained and has none. */
  warning: string | null;
}

const shippedLives = clients.map((client) => [client, lifeOf(client)] as const);

export const shippedTable: LifecycleTable = {
  issued: shippedLives.flatMap(([, life]) => datesOf(life)).reduce((a, b) => (a > b ? a : b)),
  clients: Object.fromEntries(shippedLives),
};

function datesOf({ releases, advisories }: ClientLife): string[] {
  const known = releases.flatMap(({ released = '', withdrawn }) => [released, withdrawn?.at ?? '']);
  return [...known, ...advisories.map(({ published }) => published)];
}

function lifeOf(client: Client): ClientLife {
  const { versions, advisories, defects, maintainedMajors, base } = clientFamily(client);
  return {
    majors: versions.map(({ major, released, endOfLife }) => ({ major, released, endOfLife })),
    releases: versions.flatMap(({ releases }) => releases),
    advisories: [...advisories, ...(base?.advisories ?? [])],
    // Whether a derived client has a defect, or its fix, is not known from its version.
    defects,
    maintainedMajors,
  };
}

const ranks = { high: 0, medium: 1, low: 2 } as const;

export function versionLife(table: LifecycleTable, { client, clientVersion }: ClientVersion, now: Date): VersionLife {
  const life = table.clients[client];
  const major = life?.majors.find((each) => Number(each.major) === majorOf(clientVersion));
  const endOfLife = life === undefined || major === undefined ? null : endOf(life, major);
  const withdrawn = life?.releases.find(({ version }) => version === clientVersion)?.withdrawn ?? null;
  const advisories = (life?.advisories ?? [])
    .filter((advisory) => affects(advisory, clientVersion))
    .toSorted((a, b) => ranks[a.severity] - ranks[b.severity]);
  const defects = (life?.defects ?? []).filter((defect) => affects(defect, clientVersion));
  const isOver = endOfLife !== null && now.getTime() >= Date.parse(endOfLife);
  const isKnown = major !== undefined && life?.maintainedMajors !== null;
  const current = isOver ? 'end_of_life' : isKnown ? 'maintained' : 'unknown';
  const found = {
    state: withdrawn === null ? current : 'withdrawn',
    endOfLife,
    withdrawn,
    advisories,
    defects,
  } as const;
  return { ...found, summary: summaryOf(found), warning: warningOf(found) };
}

/** A major reaches its end of life once as many later ones are out as are maintained at a time. */
function endOf({ majors, maintainedMajors }: ClientLife, major: ClientLife['majors'][number]): string | null {
  if (major.endOfLife !== undefined || maintainedMajors === null) return major.endOfLife ?? null;
  return majors.find((each) => Number(each.major) === Number(major.major) + maintainedMajors)?.released ?? null;
}

function affects({ from, before, fixedIn }: Pick<Advisory, 'from' | 'before' | 'fixedIn'>, version: string): boolean {
  const isWithin = compareVersions(version, before) < 0 && (from === undefined || compareVersions(version, from) >= 0);
  const isFixed = fixedIn.some((fix) => majorOf(fix) === majorOf(version) && compareVersions(version, fix) >= 0);
  return isWithin && !isFixed && !Number.isNaN(majorOf(version));
}

type Facts = Omit<VersionLife, 'summary' | 'warning'>;

function summaryOf({ state, endOfLife, withdrawn, advisories, defects }: Facts): string {
  const states: Readonly<Record<LifecycleState, string>> = {
    maintained: endOfLife === null ? 'maintained' : `maintained until ${endOfLife}`,
    end_of_life: `end of life since ${endOfLife}`,
    withdrawn: `withdrawn: ${withdrawn?.reason}`,
    unknown: 'no dates known',
  };
  const high = advisories.filter(({ severity }) => severity === 'high').length;
  const vulnerabilities = `${advisories.length} known ${advisories.length === 1 ? 'vulnerability' : 'vulnerabilities'}`;
  return [
    states[state],
    ...(advisories.length === 0 ? [] : [`${vulnerabilities}${high === 0 ? '' : `, ${high} high`}`]),
    ...(defects.length === 0 ? [] : [counted(defects.length, 'known defect')]),
  ].join('; ');
}

function warningOf({ state, endOfLife, withdrawn, advisories }: Facts): string | null {
  const states: Readonly<Record<LifecycleState, readonly string[]>> = {
    maintained: [],
    end_of_life: [`end of life since ${endOfLife}`],
    withdrawn: [`withdrawn on ${withdrawn?.at}`],
    unknown: ['no dates known'],
  };
  const high = advisories.filter(({ severity }) => severity === 'high').map(({ id }) => id);
  const words = [...states[state], ...(high.length === 0 ? [] : [`vulnerable: ${high.join(', ')}`])];
  return words.length === 0 ? null : words.join(', ');
}

export function appliesTo({ requires }: Advisory, config: NodeConfig): boolean {
  // A private chain has only its own blocks and peers.
  if (!hasPeers(config.network) || requires === '32_bit') return false;
  if (requires === undefined) return true;
  // With one thread, no other thread reads the remains of a rejected block.
  const { overrides, resources } = config;
  // Fast path: most nodes have no override, and rules check thousands of them.
  if (overrides.length === 0) return defaultPar(resources.cpuCores) > 1;
  return nodeSettings(config).find(({ key }) => key === 'par')?.value !== '1';
}

/** Whether a defect of the node's version concerns its configuration. */
export function defectApplies({ affects: which }: Defect, config: NodeConfig): boolean {
  if (which === 'mainnet') return config.network === 'mainnet';
  if (!hasPeers(config.network) || config.overrides.length === 0) return false;
  const settings = nodeSettings(config);
  const isOn = (key: string) => settings.some((setting) => setting.key === key && setting.value !== '0');
  // The proxy of one network leaves the others without.
  const isProxied =
    config.tor != null || settings.some(({ key, value }) => key === 'proxy' && value !== '0' && !value.includes('='));
  return isOn('privatebroadcast') && !isProxied;
}

/** Days after which a table that nobody renewed is called old: majors and point releases come several times a year. */
const tableDays = 60;

/** Returns that a table is old, for people; null if it is not. */
export function ageNote({ issued }: LifecycleTable, now: Date): string | null {
  const days = Math.floor((now.getTime() - Date.parse(issued)) / 86_400_000);
  if (days <= tableDays) return null;
  return `the facts about client versions are ${days} days old (${issued}): later releases, ends of life and vulnerabilities are missing`;
}
