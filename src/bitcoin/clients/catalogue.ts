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
  /** As the help of bitcoind groups it. */
  category: string;
  /** bitcoind's own default; null where it has none, or one that depends on others. */
  default: string | null;
  /** Whether it may be set several times, each adding to the others. */
  repeatable: boolean;
  /** Whether it is for tests and debugging only. */
  advanced: boolean;
  /** Why the platform owns it; null where users may set it. */
  platformReason: string | null;
}

/**
 * The options that one version of a client knows. Which there are, with category and default, was read off the `-help-debug` of a build of
 * that version (scripts/read-client-options.ts).
 */
export interface OptionCatalogue {
  /** The version that it was read off. */
  version: string;
  /** By key. */
  options: readonly ConfigOption[];
  find(key: string): ConfigOption | undefined;
  /** Whether a key may be set several times, each adding to the others. */
  isRepeatable(key: string): boolean;
  /** A known key that is spelled almost like this one. */
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

/** What is known of an option, whichever version has it. */
export const describedOption = (key: string): OptionDescription | undefined =>
  Object.hasOwn(descriptions, key) ? descriptions[key] : undefined;

function catalogueOf(client: Client, data: VersionData): OptionCatalogue {
  const base = clientFamily(client).base?.versions.find(({ major }) => major === data.major);
  const options = Object.entries({ ...base?.options, ...data.options })
    .map(
      ([key, option]): ConfigOption => ({
        ...(describedOption(key) ?? text('An option without a description')),
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

/** A catalogue is made when it is first used: an agent without nodes needs none of them. */
const catalogues = new Map(
  clients.flatMap((client) =>
    clientFamily(client).versions.map((data) => [data, lazily(() => catalogueOf(client, data))] as const),
  ),
);

/** Says of a version newer than every known one by which its options are judged; null for the others. */
export function catalogueNote({ client, clientVersion }: ClientVersion): string | null {
  const newest = newestKnown(client);
  if (!(majorOf(clientVersion) > majorOf(newest))) return null;
  return `judged by the options of ${client} ${newest}, the newest that is known here; ${clientVersion} may differ`;
}

/** A version is judged by its own major version where that is known, else by the newest that is. */
export function optionCatalogue(of: ClientVersion): OptionCatalogue {
  const catalogue = catalogues.get(versionData(of));
  if (catalogue === undefined) throw new Error(`no options of ${of.client} are known`);
  return catalogue();
}

/** Whether a version knows a network: all of them know mainnet, and have an option for each other one. */
export const knowsNetwork = (of: ClientVersion, network: Network): boolean =>
  network === 'mainnet' || optionCatalogue(of).find(networkFacts(network).chain) !== undefined;
