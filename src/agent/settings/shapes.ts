import { normalize, sep } from 'node:path';
import * as z from 'zod';
import { type Client, clients } from '../../bitcoin/clients/registry.ts';
import { defaultOvercommit, maxDataRoots, overcommitBounds } from '../../contract/limits.ts';
import { dataRootPattern, dataRootRule, defaultDataRoot } from '../../contract/names.ts';

export interface HostFacts {
  hostname: string;
  uid: number;
  logsToJournal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** Those before this one in `settingOptions`. */
  settings: { url?: string; dockerHost?: string | undefined; dataRoot?: string | undefined; bindAddress?: string };
}

interface SettingDefault<T> {
  text: string;
  valueOn(host: HostFacts): T;
  /** The error for a host's value that is invalid for the setting. Omitted if every host's value is valid. */
  unfit?: (value: string) => string;
}

/** A setting for operators. Its shape is created when used: all together would take a tenth of the agent's start. */
export const setting = <S extends z.ZodType, D extends SettingDefault<unknown> | null>(
  argument: string,
  help: string,
  shape: () => S,
  byDefault: D,
) => ({ argument, help, shape, default: byDefault });

export type SettingOption = ReturnType<typeof setting>;

/** A kind of several settings. */
const kind =
  <S extends z.ZodType>(argument: string, shape: () => S) =>
  <D extends SettingDefault<unknown>>(help: string, byDefault: D) =>
    setting(argument, help, shape, byDefault);

/** A default that is the same on every host. Its text is the value as written in a flag. */
export const fixed = <T extends string | number | boolean | readonly string[]>(value: T): SettingDefault<T> => ({
  text: String(value),
  valueOn: () => value,
});

export const unset = (text: string): SettingDefault<undefined> => ({ text, valueOn: () => undefined });

export const text = () => z.string().trim().min(1, 'must not be empty');
export const absolute = () => text().refine((path) => path.startsWith('/'), 'must be an absolute path');
export const httpUrl = () => z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
export const whole = (min: number, max: number, what = 'a number') =>
  z.coerce.number(`must be ${what}`).int('must be whole').min(min).max(max);
export const list = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value),
    z.array(item).min(1, 'must name at least one'),
  );

export const yesNo = kind('BOOLEAN', () =>
  z.preprocess(
    (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value),
    z.boolean('must be true or false'),
  ),
);
export const address = kind('IP', () => z.union([z.ipv4(), z.ipv6()], 'must be an IP address such as 127.0.0.1'));
export const file = kind('FILE', absolute);
export const mebibytes = kind('MIB', () => whole(0, 1_000_000_000, 'a number of MiB'));
export const seconds = (min: number, max: number) => kind('SECONDS', () => whole(min, max, 'a number of seconds'));

/** A table in the file, and `KEY=VALUE,…` elsewhere. */
const pairs = (value: unknown): unknown =>
  typeof value === 'string'
    ? Object.fromEntries(
        value.split(',').map((pair) => {
          const at = pair.indexOf('=');
          return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
        }),
      )
    : value;

const { min, max } = overcommitBounds;
const factor = (byDefault: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d+(\.\d+)?$/)
          .transform(Number),
      ],
      `must be a number from ${min} to ${max}`,
    )
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(byDefault);

/** Omitted factors keep their default. */
export const overcommit = () =>
  z.preprocess(
    pairs,
    z.strictObject(
      {
        cpu: factor(defaultOvercommit.cpu),
        memory: factor(defaultOvercommit.memory),
        disk: factor(defaultOvercommit.disk),
      },
      'may only contain cpu, memory and disk, such as cpu=4,memory=1,disk=1',
    ),
  );

export type Images = Readonly<Partial<Record<Client, Readonly<Record<string, string>>>>>;

const byClient = `must be CLIENT/VERSION=IMAGE, such as bitcoind/32.1=IMAGE; in the file, a table for each client, such as [images.bitcoind]; clients are ${clients.join(' and ')}`;

/** A table for each client in the file, and `CLIENT/VERSION=IMAGE,…` elsewhere. */
export const images = () => {
  const ofClient = z.record(
    z.string().regex(/^[\w.-]{1,64}$/, 'must be a version'),
    z.string().regex(/^[\w][\w./:@-]*$/, 'must be an image'),
  );
  const shape = Object.fromEntries(clients.map((client) => [client, ofClient.optional()]));
  return z.preprocess(
    (value) => (typeof value === 'string' ? tablesOf(pairs(value) as Record<string, string>) : value),
    z.strictObject(shape, byClient) as unknown as z.ZodType<Images>,
  );
};

function tablesOf(images: Readonly<Record<string, string>>): Record<string, Record<string, string>> {
  const tables: Record<string, Record<string, string>> = {};
  for (const [key, image] of Object.entries(images)) {
    const [client = '', version = ''] = key.split('/');
    tables[client] = { ...tables[client], [version]: image };
  }
  return tables;
}

export const dataRoots = () =>
  z.preprocess(
    pairs,
    z
      .record(
        z.string(),
        absolute().transform((path) => normalize(`${path}/`).slice(0, -1)),
      )
      .refine((roots) => Object.keys(roots).length <= maxDataRoots, `may name at most ${maxDataRoots}`)
      .refine(
        (roots) => Object.keys(roots).every((name) => dataRootPattern.test(name)),
        `the name of a data root ${dataRootRule}`,
      )
      .refine(
        (roots) => !Object.hasOwn(roots, defaultDataRoot),
        `${defaultDataRoot} is the name of data_root; choose another name`,
      )
      .refine((roots) => nestedPath(Object.values(roots)) === undefined, 'must be directories that do not overlap'),
  );

/** Returns a path that equals another one of the list or is inside it. */
export const nestedPath = (paths: readonly string[]): string | undefined =>
  paths.find((path, index) =>
    paths.some((other, at) => at !== index && `${path}${sep}`.startsWith(`${other.replace(/\/$/, '')}${sep}`)),
  );

export const portRange = () =>
  z
    .string()
    .regex(/^\d+-\d+$/, 'must be FROM-TO, such as 20000-29999')
    .transform((range) => range.split('-').map(Number))
    .refine(
      ([from = 0, to = 0]) => from >= 1 && to <= 65_535 && from + 1 < to,
      'must be between 1 and 65535 and contain at least three ports',
    )
    .transform(([from = 0, to = 0]) => ({ from, to }));
