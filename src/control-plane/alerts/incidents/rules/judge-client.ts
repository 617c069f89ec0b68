import { appliesTo, defectApplies, type LifecycleTable, versionLife } from '../../../../bitcoin/clients/lifecycle.ts';
import { nearestFixed, type ReachableVersion } from '../../../../bitcoin/clients/nearest-fixed.ts';
import { type ClientVersion, clientFamily } from '../../../../bitcoin/clients/registry.ts';
import { hasPeers } from '../../../../bitcoin/network.ts';
import { keyOf } from '../../../platform/database/tenant-keys.ts';
import { type ExecutorFacts, executorKeyOf, type Judgements, type NodeFacts } from './facts.ts';

const dayMs = 24 * 3_600_000;
/** Days before a version's end of life when its nodes get an incident. */
const noticeDays = 30;

export type ClientLives = ReturnType<typeof clientLives>;

/** Lifecycles of client versions in one run: thousands of nodes share a few versions, each looked up once. */
export function clientLives(
  table: LifecycleTable,
  executors: readonly Pick<ExecutorFacts, 'organizationId' | 'id' | 'clients'>[],
  now: Date,
) {
  const offersOf = new Map(executors.map((executor) => [keyOf(executor), executor.clients] as const));
  const lives = new Map<string, ReturnType<typeof versionLife>>();
  const advice = new Map<string, string>();
  return {
    now,
    lifeOf: (of: ClientVersion) =>
      lives.getOrInsertComputed(`${of.client} ${of.clientVersion}`, () => versionLife(table, of, now)),
    adviceFor: ({ config, hasLegacyWallets, ...node }: NodeFacts) =>
      advice.getOrInsertComputed(JSON.stringify([config, executorKeyOf(node), hasLegacyWallets]), () => {
        const offers = (offersOf.get(executorKeyOf(node)) ?? []).filter(({ client }) => client === config.client);
        const offered = offers.map(({ version }) => version);
        const fixed = nearestFixed(table, config, { offered, hasLegacyWallets, now });
        if (fixed === null) return 'No known version fixes it yet.';
        const { alternatives } = fixed;
        const others = alternatives.length === 0 ? '' : ` Alternatives: ${alternatives.map(describeReach).join('; ')}.`;
        return `Upgrade to ${describeReach(fixed)}.${others}`;
      }),
  };
}

function describeReach({ version, isOffered, obstacle, endOfLife }: ReachableVersion): string {
  const facts = [
    isOffered ? 'which its host offers' : 'which its host does not offer',
    ...(endOfLife === null ? [] : [`at its end of life since ${endOfLife}`]),
    ...(obstacle === null ? [] : [`after a change of the node: ${obstacle}`]),
  ];
  return `${version}, ${facts.join(', ')}`;
}

/** Judges a node by the lifecycle of its version. Private chains are ignored. */
export function judgeClient(node: NodeFacts, lives: ClientLives): Judgements {
  const { name, config, hasLegacyWallets } = node;
  const found: Judgements = {
    ...{ client_end_of_life: null, client_vulnerable: null, client_withdrawn: null },
    ...{ client_defect: null, option_unsafe: null },
  };
  if (!hasPeers(config.network)) return found;
  const { client, clientVersion } = config;
  const { endOfLife, withdrawn, advisories, defects } = lives.lifeOf(config);
  const describe = (what: string, workaround?: string): string => {
    const meanwhile = workaround === undefined ? '' : ` Until then: ${workaround}.`;
    return `${name} runs ${clientFamily(client).title} ${clientVersion}, which ${what}. ${lives.adviceFor(node)}${meanwhile}`;
  };
  const data = { client, clientVersion };
  const untilEnd = endOfLife === null ? Number.POSITIVE_INFINITY : Date.parse(endOfLife) - lives.now.getTime();
  if (untilEnd <= noticeDays * dayMs) {
    const message = describe(`${untilEnd <= 0 ? 'reached' : 'reaches'} its end of life on ${endOfLife}`);
    found.client_end_of_life = { message, data: { ...data, endOfLife } };
  }
  const high = advisories.find((advisory) => advisory.severity === 'high' && appliesTo(advisory, config));
  if (high !== undefined) {
    const message = describe(`has ${high.id}: ${high.what}`, high.workaround);
    found.client_vulnerable = { message, data: { ...data, advisory: high.id, fixedIn: high.fixedIn } };
  }
  if (withdrawn) {
    const message = describe(`was withdrawn on ${withdrawn.at}: ${withdrawn.reason}`);
    const isHarmless = withdrawn.legacyWalletsOnly === true && hasLegacyWallets === false;
    found.client_withdrawn = { message, data, severity: isHarmless ? 'warning' : 'critical' };
  }
  for (const defect of defects.filter((each) => defectApplies(each, config))) {
    const condition = {
      message: describe(defect.what, defect.workaround),
      data: { ...data, defect: defect.id, fixedIn: defect.fixedIn },
    };
    if (defect.kind === 'defect') found.client_defect = condition;
    else found.option_unsafe = condition;
  }
  return found;
}
