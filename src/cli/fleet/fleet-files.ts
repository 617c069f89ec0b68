import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import type { Change } from './change.ts';
import { type Fleet, readFleetFile } from './fleet-file.ts';
import { consumerName } from './object-names.ts';
import type { DesiredFleet } from './plan.ts';
import type { LineOf } from './read-yaml.ts';

/** A file that was read. */
export interface FleetFile {
  /** For messages. */
  file: string;
  /** Where its relative paths start. */
  folder: string;
  fleet: Fleet;
  lineOf: LineOf;
}

/** Where a file describes an object, or one of its fields. */
export interface Place {
  file: string;
  line: number;
}

/** Finds a field of a change's object; the object itself if the file does not have the field, undefined if no file has the object. */
export type PlaceOf = (change: Pick<Change, 'type' | 'name'>, path: readonly string[]) => Place | undefined;

/** Reads files, and the `.yaml` and `.yml` files of folders, which together describe a fleet. Throws CommandError. */
export async function readFleetFiles(names: readonly string[]): Promise<FleetFile[]> {
  if (names.length === 0) throw new CommandError('name a file or a folder with -f', 'usage');
  const files: FleetFile[] = [];
  for (const file of names.flatMap(filesAt)) {
    const { data, lineOf } = readFleetFile(await readFile(file), file === '-' ? 'standard input' : file);
    const place = file === '-' ? { file: 'standard input', folder: '.' } : { file, folder: dirname(file) };
    files.push({ ...place, fleet: withWholePaths(data, place.folder), lineOf });
  }
  requireDistinct(files);
  return files;
}

/** Resolves the paths of secrets, which are relative to the file. */
function withWholePaths({ channels, endpoints, ...fleet }: Fleet, folder: string): Fleet {
  const whole = (file: string | undefined) => (file === undefined ? undefined : resolve(folder, file));
  return {
    ...fleet,
    ...(channels && {
      channels: mapValues(channels, ({ secretFrom, secretFile, ...channel }) => {
        const from = secretFrom && { env: secretFrom.env, file: whole(secretFrom.file) };
        return { ...channel, secretFrom: from, secretFile: whole(secretFile) };
      }),
    }),
    ...(endpoints && {
      endpoints: mapValues(endpoints, ({ consumers, ...endpoint }) => ({
        ...endpoint,
        consumers:
          consumers &&
          mapValues(consumers, ({ secretFile, ...consumer }) => ({ ...consumer, secretFile: whole(secretFile) })),
      })),
    }),
  };
}

const mapValues = <V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

function filesAt(name: string): string[] {
  if (name === '-' || !statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [name];
  const found = readdirSync(name).filter((each) => /^[^.].*\.ya?ml$/.test(each));
  if (found.length === 0) throw new CommandError(`${name} has no .yaml or .yml file`);
  return found.toSorted().map((each) => join(name, each));
}

async function readFile(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${errorMessage(error)}`);
  }
}

/** The objects of a file, with their paths in it. */
function objectsOf({
  nodes = [],
  hosts = {},
  channels = {},
  maintenance = {},
  endpoints = {},
  notifications,
}: Fleet): { key: string; path: (string | number)[] }[] {
  return [
    ...nodes.map(({ name }, index) => ({ key: `node ${name}`, path: ['nodes', index] })),
    ...Object.keys(hosts).map((name) => ({ key: `host ${name}`, path: ['hosts', name] })),
    ...Object.keys(channels).map((name) => ({ key: `channel ${name}`, path: ['channels', name] })),
    ...Object.keys(maintenance).map((name) => ({ key: `schedule ${name}`, path: ['maintenance', name] })),
    ...Object.entries(endpoints).flatMap(([name, { consumers = {} }]) => [
      { key: `endpoint ${name}`, path: ['endpoints', name] },
      ...Object.keys(consumers).map((each) => ({
        key: `consumer ${consumerName(name, each)}`,
        path: ['endpoints', name, 'consumers', each],
      })),
    ]),
    ...(notifications === undefined ? [] : [{ key: 'notification settings', path: ['notifications'] }]),
  ];
}

/** Throws CommandError for an object that two files describe. */
function requireDistinct(files: readonly FleetFile[]): void {
  const first = new Map<string, string>();
  const faults: string[] = [];
  for (const { file, fleet, lineOf } of files)
    for (const { key, path } of objectsOf(fleet)) {
      const here = `${file}:${lineOf(path)}`;
      const before = first.get(key);
      if (before === undefined) first.set(key, here);
      else faults.push(`${here}: ${key} is also described by ${before}; remove one of them`);
    }
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
}

export const placesIn = (files: readonly FleetFile[]): PlaceOf => {
  const places = new Map(
    files.flatMap(({ file, fleet, lineOf }) =>
      objectsOf(fleet).map(({ key, path }) => [key, { file, lineOf, path }] as const),
    ),
  );
  return ({ type, name }, path) => {
    const found = places.get(`${type} ${name}`);
    return found && { file: found.file, line: found.lineOf([...found.path, ...path]) };
  };
};

/** Returns the fleet that files describe together. */
export const mergeFleets = (fleets: readonly DesiredFleet[]): DesiredFleet => {
  const described = fleets.flatMap(({ nodes }) => nodes ?? []);
  const notifications = fleets.find((each) => each.notifications !== undefined)?.notifications;
  return {
    hosts: Object.assign({}, ...fleets.map(({ hosts }) => hosts)),
    channels: Object.assign({}, ...fleets.map(({ channels }) => channels)),
    maintenance: Object.assign({}, ...fleets.map(({ maintenance }) => maintenance)),
    moved: Object.assign({}, ...fleets.map(({ moved }) => moved)),
    ...(fleets.some(({ endpoints }) => endpoints !== undefined) && {
      endpoints: Object.assign({}, ...fleets.map(({ endpoints }) => endpoints)),
    }),
    ...(fleets.some(({ nodes }) => nodes !== undefined) && { nodes: described }),
    ...(notifications && { notifications }),
  };
};
