import { nearestOf } from '../text/nearest.ts';
import bitcoind27 from './options/bitcoind-27.json' with { type: 'json' };
import bitcoind28 from './options/bitcoind-28.json' with { type: 'json' };

/**
 * The options that one version of bitcoind knows, read off the `-help-debug` of a build of that version. 28.0 and 28.1 have the same. The build
 * was without Berkeley DB, which the released binaries have: its options stand in `ofReleases`.
 */
export interface OptionCatalogue {
  knows(key: string): boolean;
  /** Whether a key may be set several times, each adding to the others. */
  isRepeatable(key: string): boolean;
  /** A known key that is spelled almost like this one. */
  nearest(key: string): string | undefined;
}

/** Options that bitcoind reads as lists although its help does not say so (src/init.cpp, GetArgs). */
const silentlyRepeatable =
  /^(externalip|uacomment|deprecatedrpc|loadblock|vbparams|testactivationheight|zmqpub[a-z]+(?<!hwm))$/;

/** Source: Bitcoin Core, src/wallet/init.cpp, USE_BDB. */
const ofReleases = ['dblogsize', 'flushwallet', 'privdb'];

function catalogueOf({ single, repeatable }: { single: string[]; repeatable: string[] }): OptionCatalogue {
  const all = [...single, ...repeatable, ...ofReleases];
  const known = new Set(all);
  const lists = new Set(repeatable);
  return {
    knows: (key) => known.has(key),
    isRepeatable: (key) => lists.has(key) || silentlyRepeatable.test(key),
    nearest: nearestOf(all),
  };
}

const catalogue27 = catalogueOf(bitcoind27);
const catalogue28 = catalogueOf(bitcoind28);

/** A version that was not measured is judged by the newest that was. */
export const optionCatalogue = (clientVersion: string): OptionCatalogue =>
  clientVersion.startsWith('27.') ? catalogue27 : catalogue28;
