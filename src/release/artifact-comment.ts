import { SignatureError } from './minisign-key.ts';

/** What the signature of an artifact says about it, beside its content. */
export interface ArtifactComment {
  version: string;
  /** Such as linux-x64. */
  platform: string;
  channel: string;
  file: string;
}

/** Reads a trusted comment. Throws SignatureError for that of another program. Pure. */
export function readArtifactComment(comment: string): ArtifactComment {
  const [program, ...fields] = comment.split('\t');
  const values = new Map(
    fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)]),
  );
  const read = (key: keyof ArtifactComment): string => {
    const value = values.get(key);
    if (program !== 'satrap' || value === undefined || value === '')
      throw new SignatureError('the signature is of another file than a release of Satrap');
    return value;
  };
  return {
    version: read('version'),
    platform: read('platform'),
    channel: read('channel'),
    file: read('file'),
  };
}

/**
 * Throws SignatureError where an artifact, although rightly signed, is not the one that is wanted: an older version, or that of another
 * platform or channel, that somebody put in its place. Pure.
 */
export function requireArtifact(found: ArtifactComment, wanted: Omit<ArtifactComment, 'file'>): void {
  for (const key of ['version', 'platform', 'channel'] as const) {
    if (found[key] !== wanted[key])
      throw new SignatureError(
        `the file is rightly signed, but for the ${key} ${found[key]}; wanted is ${wanted[key]}`,
      );
  }
}
