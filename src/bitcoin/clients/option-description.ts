export type OptionType = 'boolean' | 'integer' | 'amount' | 'choice' | 'hex' | 'address' | 'path' | 'text';

/** Bounds: src/init.cpp, src/net.h, src/node/caches.cpp, src/txdb.h of Bitcoin Core; doc/man/bitcoind.1 of Bitcoin Knots. */
export interface OptionDescription {
  type: OptionType;
  /** One phrase for people, without the period. */
  help: string;
  /** The smallest and the largest number that bitcoind uses unchanged; undefined for no bound. */
  min?: number;
  max?: number;
  unit?: string;
  choices?: readonly string[];
}

export type OptionDescriptions = Readonly<Record<string, OptionDescription>>;
