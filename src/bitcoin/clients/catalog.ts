import { nearestOf } from '../../text/nearest.ts';
import { type Network, networkFacts } from '../network.ts';
import { reasonProtected, reasonRefused } from '../protected-keys.ts';
import { coreOptions } from './bitcoind/descriptions.ts';
import { knotsOptions } from './knots/descriptions.ts';
import { laterCategories } from './log-categories.ts';
import type { OptionDescription, OptionDescriptions } from './option-description.ts';
import { type Client, type ClientVersion, clientFamily, newestKnown, versionData } from './registry.ts';
import type { VersionData } from './version-data.ts';
import { majorOf } from './versions.ts';

export type { OptionType } from './option-description.ts';

export interface ConfigOption extends OptionDescription {
  key: string;
  /** As grouped in bitcoind's help. */
  category: string;
  /** bitcoind's default; null if it has none, or one that depends on other options. */
  default: string | null;
  /** Whether it may be set several times, with cumulative effect. */
  repeatable: boolean;
  /** Whether it is only for tests and debugging. */
  advanced: boolean;
  /** Why the platform manages it; null if users may set it. */
  platformReason: string | null;
}

/** A version's options. Keys, categories and defaults: its `-help-debug` (scripts/read-client-options.ts). */
export interface OptionCatalog {
  /** The version that they come from. */
  version: string;
  /** By key. */
  options: readonly ConfigOption[];
  find(key: string): ConfigOption | undefined;
  /** Whether a key may be set several times, with cumulative effect. */
  isRepeatable(key: string): boolean;
  /** A known key with a similar spelling. */
  nearest(key: string): string | undefined;
}

/** Options that bitcoind reads as lists although its help does not say so (src/init.cpp, GetArgs). */
const silentlyRepeatable = /^(externalip|uacomment|deprecatedrpc|loadblock|vbparams|testactivationheight)$/;

const descriptions: OptionDescriptions = { ...coreOptions, ...knotsOptions };

export const describedOption = (key: string): OptionDescription | undefined =>
  Object.hasOwn(descriptions, key) ? descriptions[key] : undefined;

/** Options whose choices are log categories. */
const takesCategory = /^(debug|debugexclude)$/;

const withLater = (key: string, major: number): Pick<OptionDescription, 'choices'> => ({
  choices: [...(describedOption(key)?.choices ?? []), ...laterCategories(major)],
});

function catalogOf(client: Client, data: VersionData): OptionCatalog {
  const base = clientFamily(client).base?.versions.find(({ major }) => major === data.major);
  const options = Object.entries({ ...base?.options, ...data.options })
    .map(
      ([key, option]): ConfigOption => ({
        ...(describedOption(key) ?? { type: 'text', help: 'Option without a description' }),
        ...(option.max === undefined ? {} : { max: option.max }),
        ...(takesCategory.test(key) ? withLater(key, Number(data.major)) : {}),
        ...(option.builtIn ? { type: 'boolean', help: 'Diversify connections by the built-in map of networks' } : {}),
        key,
        category: option.category,
        default: option.default ?? null,
        repeatable: option.repeatable === true || silentlyRepeatable.test(key),
        advanced: option.advanced === true,
        platformReason: reasonProtected(key) ?? (option.builtIn ? null : (reasonRefused(key) ?? null)),
      }),
    )
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const byKey = new Map(options.map((option) => [option.key, option]));
  return {
    version: data.optionsOf,
    options,
    find: (key) => byKey.get(key),
    isRepeatable: (key) => byKey.get(key)?.repeatable ?? silentlyRepeatable.test(key),
    nearest: nearestOf([...byKey.keys()]),
  };
}

/** Built on first use: an agent without nodes needs none of them. */
const catalogs = new Map<VersionData, OptionCatalog>();

/** For a version newer than every known one, returns a note on the version whose options apply; null otherwise. */
export function catalogNote({ client, clientVersion }: ClientVersion): string | null {
  const newest = newestKnown(client);
  if (!(majorOf(clientVersion) > majorOf(newest))) return null;
  return `checked against the options of ${client} ${newest}, the newest known version; ${clientVersion} may differ`;
}

/** A version is checked against its own major version if that is known, otherwise against the newest known one. */
export function optionCatalog(of: ClientVersion): OptionCatalog {
  const data = versionData(of);
  const catalog = catalogs.get(data) ?? catalogOf(of.client, data);
  catalogs.set(data, catalog);
  return catalog;
}

/** Whether a version supports a network: all of them support mainnet, and have an option for each other network. */
export const knowsNetwork = (of: ClientVersion, network: Network): boolean =>
  network === 'mainnet' || optionCatalog(of).find(networkFacts(network).chain) !== undefined;
