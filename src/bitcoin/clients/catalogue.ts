import { nearestOf } from '../../text/nearest.ts';
import type { Network } from '../network.ts';
import { networkFacts } from '../network.ts';
import { reasonRefused } from '../platform-options.ts';
import { reasonProtected } from '../protected-keys.ts';
import { blockCreationOptions } from './options/block-creation.ts';
import { chainSelectionOptions } from './options/chain-selection.ts';
import { connectionOptions } from './options/connection.ts';
import { debuggingOptions } from './options/debugging.ts';
import { type OptionDescription, type OptionDescriptions, text } from './options/describe.ts';
import { generalOptions } from './options/general.ts';
import { knotsOptions } from './options/knots.ts';
import { relayOptions } from './options/relay.ts';
import { rpcOptions } from './options/rpc.ts';
import { walletOptions } from './options/wallet.ts';
import { zeromqOptions } from './options/zeromq.ts';
import { type Client, type ClientVersion, clientFamily, clients, newestKnown, versionData } from './registry.ts';
import type { VersionData } from './version-data.ts';
import { majorOf } from './versions.ts';

export type { OptionType } from './options/describe.ts';

/** One option of a version of bitcoind. */
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

/**
 * The options of one version of a client. Keys, categories and defaults come from the `-help-debug` of a build of that
 * version (scripts/read-client-options.ts).
 */
export interface OptionCatalogue {
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

const descriptions: OptionDescriptions = {
  ...generalOptions,
  ...blockCreationOptions,
  ...connectionOptions,
  ...relayOptions,
  ...walletOptions,
  ...rpcOptions,
  ...zeromqOptions,
  ...chainSelectionOptions,
  ...debuggingOptions,
  ...knotsOptions,
};

/** Returns the description of an option, in any version. */
export const describedOption = (key: string): OptionDescription | undefined =>
  Object.hasOwn(descriptions, key) ? descriptions[key] : undefined;

function catalogueOf(client: Client, data: VersionData): OptionCatalogue {
  const base = clientFamily(client).base?.versions.find(({ major }) => major === data.major);
  const options = Object.entries({ ...base?.options, ...data.options })
    .map(
      ([key, option]): ConfigOption => ({
        ...(describedOption(key) ?? text('Option without a description')),
        key,
        category: option.category,
        default: option.default ?? null,
        repeatable: option.repeatable === true || silentlyRepeatable.test(key),
        advanced: option.advanced === true,
        platformReason: reasonProtected(key) ?? reasonRefused(key) ?? null,
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

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Built on first use: an agent without nodes needs none of them. */
const catalogues = new Map(
  clients.flatMap((client) =>
    clientFamily(client).versions.map((data) => [data, lazily(() => catalogueOf(client, data))] as const),
  ),
);

/** For a version newer than every known one, returns a note on the version whose options apply; null otherwise. */
export function catalogueNote({ client, clientVersion }: ClientVersion): string | null {
  const newest = newestKnown(client);
  if (!(majorOf(clientVersion) > majorOf(newest))) return null;
  return `checked against the options of ${client} ${newest}, the newest known version; ${clientVersion} may differ`;
}

/** A version is checked against its own major version if that is known, otherwise against the newest known one. */
export function optionCatalogue(of: ClientVersion): OptionCatalogue {
  const catalogue = catalogues.get(versionData(of));
  if (catalogue === undefined) throw new Error(`no options of ${of.client} are known`);
  return catalogue();
}

/** Whether a version supports a network: all of them support mainnet, and have an option for each other network. */
export const knowsNetwork = (of: ClientVersion, network: Network): boolean =>
  network === 'mainnet' || optionCatalogue(of).find(networkFacts(network).chain) !== undefined;
