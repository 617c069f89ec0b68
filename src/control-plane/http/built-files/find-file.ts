import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

/** The index of a built folder: each file with the bytes of its encodings, and the hashes of a page's inline scripts. */
export const builtFiles = z.record(
  z.string(),
  z.object({ hash: z.string(), bytes: z.record(z.string(), z.number()), scripts: z.array(z.string()).optional() }),
);

export type BuiltFiles = z.output<typeof builtFiles>;

export interface FoundFile {
  file: string;
  /** Content-Encoding; null for the file as it is. */
  encoding: string | null;
  bytes: number;
  type: string;
  etag: string;
  /** The name contains a hash of the content. */
  isImmutable: boolean;
  /** The browser has it. */
  isUnchanged: boolean;
  scripts: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Returns the file of this name in an encoding that the browser accepts; undefined if no such file exists. */
export function findFile(
  name: string,
  headers: Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>,
  files: BuiltFiles,
): FoundFile | undefined {
  const { 'accept-encoding': accepted = '', 'if-none-match': known = '' } = headers;
  const type = types[name.split('.').at(-1) ?? ''];
  // Own properties only, never those of the prototype.
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file === undefined || type === undefined) return undefined;
  const encoding = encodings.find((each) => file.bytes[each.name] !== undefined && takes(accepted, each.name));
  const etag = `"${file.hash}${encoding === undefined ? '' : `-${encoding.name}`}"`;
  return {
    file: `${name}${encoding?.ending ?? ''}`,
    encoding: encoding?.name ?? null,
    bytes: file.bytes[encoding?.name ?? 'identity'] ?? 0,
    type,
    etag,
    isImmutable: isHashed(name),
    isUnchanged: known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag),
    scripts: file.scripts ?? [],
  };
}

/** Returns whether a file of this name would never change. */
export const isHashed = (name: string): boolean => name.startsWith('assets/');

const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name, quality] = part.split(';').map((each) => each.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });
