import { SignatureError } from './minisign.ts';

export interface ArtifactComment {
  version: string;
  platform: string;
  channel: string;
  file: string;
}

/** Parses a trusted comment. Throws SignatureError for that of another program. */
export function readArtifactComment(comment: string): ArtifactComment {
  const [program, ...fields] = comment.split('\t');
  const values = new Map(
    fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)]),
  );
  const read = (key: keyof ArtifactComment): string => {
    const value = values.get(key);
    if (program !== 'satrap' || value === undefined || value === '')
      throw new SignatureError('the signature does not belong to a release of Satrap');
    return value;
  };
  return { version: read('version'), platform: read('platform'), channel: read('channel'), file: read('file') };
}

/** Throws SignatureError if a correctly signed artifact has another version, platform or channel. */
export function requireArtifact(found: ArtifactComment, wanted: Omit<ArtifactComment, 'file'>): void {
  for (const key of ['version', 'platform', 'channel'] as const) {
    if (found[key] !== wanted[key])
      throw new SignatureError(`the file is correctly signed, but for ${key} ${found[key]} instead of ${wanted[key]}`);
  }
}
