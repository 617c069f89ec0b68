import type { IncomingHttpHeaders } from 'node:http';

/** The built files by path, with the bytes of each encoding. */
export type BuiltFiles = Readonly<Record<string, { hash: string; bytes: Readonly<Record<string, number>> }>>;

interface FileAnswer {
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
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

export function findAnswer(
  path: string,
  headers: Pick<IncomingHttpHeaders, 'accept' | 'accept-encoding' | 'if-none-match'>,
  files: BuiltFiles,
): FileAnswer | 'page' | 'nothing' {
  const { accept = '', 'accept-encoding': accepted = '', 'if-none-match': known = '' } = headers;
  const name = path.slice(1);
  const type = types[name.split('.').at(-1) ?? ''];
  // Own properties only, never those of the prototype.
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  const isImmutable = name.startsWith('assets/');
  if (file === undefined || type === undefined) {
    // A browser that opens a page accepts HTML; a program that requests a removed file must not get a page.
    return path === '/' || (!isImmutable && /\btext\/html\b/.test(accept)) ? 'page' : 'nothing';
  }
  const encoding = encodings.find((each) => file.bytes[each.name] !== undefined && takes(accepted, each.name));
  const etag = `"${file.hash}${encoding === undefined ? '' : `-${encoding.name}`}"`;
  return {
    file: `${name}${encoding?.ending ?? ''}`,
    encoding: encoding?.name ?? null,
    bytes: file.bytes[encoding?.name ?? 'identity'] ?? 0,
    type,
    etag,
    isImmutable,
    isUnchanged: known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag),
  };
}

const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name, quality] = part.split(';').map((each) => each.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });
