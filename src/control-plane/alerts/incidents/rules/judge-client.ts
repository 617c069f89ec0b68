import { appliesTo, type LifecycleTable, versionLife } from '../../../../bitcoin/clients/lifecycle.ts';
import { nearestFixed } from '../../../../bitcoin/clients/nearest-fixed.ts';
import { type ClientVersion, clientFamily } from '../../../../bitcoin/clients/registry.ts';
import { hasPeers } from '../../../../bitcoin/network.ts';
import type { ExecutorFacts, Judgements, NodeFacts } from './facts.ts';

const dayMs = 24 * 3_600_000;
/** Days before a version's end of life when its nodes get an incident. */
const noticeDays = 30;

export type ClientLives = ReturnType<typeof clientLives>;

/** Lifecycles of client versions in one run: thousands of nodes share a few versions, each looked up once. */
export function clientLives(
  table: LifecycleTable,
  executors: readonly Pick<ExecutorFacts, 'id' | 'clients'>[],
  now: Date,
) {
  const offersOf = new Map(executors.map(({ id, clients }) => [id, clients]));
  const lives = new Map<string, ReturnType<typeof versionLife>>();
  const advice = new Map<string, string>();
  return {
    now,
    lifeOf: (of: ClientVersion) =>
      lives.getOrInsertComputed(`${of.client} ${of.clientVersion}`, () => versionLife(table, of, now)),
    adviceFor: ({ config, executorId, hasLegacyWallets }: NodeFacts) =>
      advice.getOrInsertComputed(JSON.stringify([config, executorId, hasLegacyWallets]), () => {
        const offers = (offersOf.get(executorId) ?? []).filter(({ client }) => client === config.client);
        const offered = offers.map(({ version }) => version);
        const fixed = nearestFixed(table, config, { offered, hasLegacyWallets, now });
        if (fixed === null) return 'No known version fixes it yet.';
        const where = fixed.isOffered ? ', which its host offers' : '; its host offers no fixed version yet';
        const first = fixed.obstacle === null ? '' : `. Change the node first: ${fixed.obstacle}`;
        return `Upgrade to ${fixed.version}${where}${first}.`;
      }),
  };
}

/** Judges a node by the lifecycle of its version. Private chains are ignored. */
export function judgeClient(node: NodeFacts, lives: ClientLives): Judgements {
  const { name, config, hasLegacyWallets } = node;
  const found: Judgements = { client_end_of_life: null, client_vulnerable: null, client_withdrawn: null };
  if (!hasPeers(config.network)) return found;
  const { client, clientVersion } = config;
  const { endOfLife, withdrawn, advisories } = lives.lifeOf(config);
  const describe = (what: string): string =>
    `${name} runs ${clientFamily(client).title} ${clientVersion}, which ${what}. ${lives.adviceFor(node)}`;
  const data = { client, clientVersion };
  const untilEnd = endOfLife === null ? Number.POSITIVE_INFINITY : Date.parse(endOfLife) - lives.now.getTime();
  if (untilEnd <= noticeDays * dayMs) {
    const message = describe(`${untilEnd <= 0 ? 'reached' : 'reaches'} its end of life on ${endOfLife}`);
    found.client_end_of_life = { message, data: { ...data, endOfLife } };
  }
  const high = advisories.find((advisory) => advisory.severity === 'high' && appliesTo(advisory, config));
  if (high !== undefined) {
    const message = describe(`has ${high.id}: ${high.what}`);
    found.client_vulnerable = { message, data: { ...data, advisory: high.id, fixedIn: high.fixedIn } };
  }
  if (withdrawn) {
    const message = describe(`was withdrawn on ${withdrawn.at}: ${withdrawn.reason}`);
    const isHarmless = withdrawn.legacyWalletsOnly === true && hasLegacyWallets === false;
    found.client_withdrawn = { message, data, severity: isHarmless ? 'warning' : 'critical' };
  }
  return found;
}
