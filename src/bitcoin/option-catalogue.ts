import { nearestOf } from '../text/nearest.ts';
import bitcoind27 from './options/bitcoind-27.json' with { type: 'json' };
import bitcoind28 from './options/bitcoind-28.json' with { type: 'json' };
import { blockCreationOptions } from './options/block-creation.ts';
import { chainSelectionOptions } from './options/chain-selection.ts';
import { connectionOptions } from './options/connection.ts';
import { debuggingOptions } from './options/debugging.ts';
import { type OptionDescription, type OptionDescriptions, text } from './options/describe.ts';
import { generalOptions } from './options/general.ts';
import { relayOptions } from './options/relay.ts';
import { rpcOptions } from './options/rpc.ts';
import { walletOptions } from './options/wallet.ts';
import { zeromqOptions } from './options/zeromq.ts';
import { reasonRefused } from './platform-options.ts';
import { reasonProtected } from './protected-keys.ts';

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
 * The options that one version of bitcoind knows. Which there are, with category and default, was read off the `-help-debug` of a build of
 * that version; 28.0 and 28.1 have the same. The build was without Berkeley DB, which the released binaries have: its options stand in
 * `ofReleases`.
 */
export interface OptionCatalogue {
  /** The version that it was read off. */
  version: string;
  /** By key. */
  options: readonly ConfigOption[];
  knows(key: string): boolean;
  /** Whether a key may be set several times, each adding to the others. */
  isRepeatable(key: string): boolean;
  /** A known key that is spelled almost like this one. */
  nearest(key: string): string | undefined;
}

/** An option as a build was asked for it. */
interface MeasuredOption {
  category: string;
  default?: string;
  repeatable?: boolean;
  advanced?: boolean;
}

/** Options that bitcoind reads as lists although its help does not say so (src/init.cpp, GetArgs). */
const silentlyRepeatable = /^(externalip|uacomment|deprecatedrpc|loadblock|vbparams|testactivationheight)$/;

/** Source: Bitcoin Core, src/wallet/init.cpp, USE_BDB. */
const ofReleases: Readonly<Record<string, MeasuredOption>> = {
  dblogsize: { category: 'wallet', default: '100', advanced: true },
  flushwallet: { category: 'wallet', default: '1', advanced: true },
  privdb: { category: 'wallet', default: '1', advanced: true },
};

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
};

/** What is known of an option, whichever version has it. */
export const describedOption = (key: string): OptionDescription | undefined =>
  Object.hasOwn(descriptions, key) ? descriptions[key] : undefined;

function catalogueOf(version: string, measured: Readonly<Record<string, MeasuredOption>>): OptionCatalogue {
  const options = Object.entries({ ...measured, ...ofReleases })
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
    version,
    options,
    knows: (key) => byKey.has(key),
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

const majorOf = (version: string): number => Number.parseInt(version, 10);
const newest = { version: '28.1', catalogue: lazily(() => catalogueOf('28.1', bitcoind28)) };
/** The measured versions, oldest first. A catalogue is made when it is first used: an agent without nodes needs none of them. */
const measured = [{ version: '27.0', catalogue: lazily(() => catalogueOf('27.0', bitcoind27)) }, newest];

/**
 * Says of a version newer than every one that was measured by which its options are judged; null for the others. Pure.
 */
export function catalogueNote(clientVersion: string): string | null {
  if (!(majorOf(clientVersion) > majorOf(newest.version))) return null;
  return `judged by the options of bitcoind ${newest.version}, the newest that is known here; ${clientVersion} may differ`;
}

/** A version is judged by its own major version where that was measured, else by the newest that was. */
export const optionCatalogue = (clientVersion: string): OptionCatalogue =>
  (measured.find(({ version }) => majorOf(version) === majorOf(clientVersion)) ?? newest).catalogue();
