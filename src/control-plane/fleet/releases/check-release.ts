import { lt, SemVer, valid } from 'semver';
import { z } from 'zod';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { ExecutorReleaseCreateInput, ExecutorReleaseUpdateInput } from '../../../contract/types.generated.ts';
import { readSignature } from '../../../release/minisign.ts';
import { checkShape } from '../../platform/input/check-shape.ts';
import { invalidInput } from '../../platform/input/errors.ts';

const maxVersionLength = 64;

/** Completes “version: ”. */
export const versionRule =
  'must be a semantic version without “v” and build metadata, such as 1.4.0 or 2.0.0-rc.1, of at most 64 characters';

/** Build metadata has no precedence, so it could not tell two releases apart. */
export const isVersion = (text: string): boolean => text.length <= maxVersionLength && valid(text) === text;

/** Enough for the numbers of a semantic version. */
const digits = 16;
const padded = (part: number): string => String(part).padStart(digits, '0');

/** Returns a text that sorts bytewise in the order of semantic versions. */
export function versionKey(version: string): string {
  const { major, minor, patch, prerelease } = new SemVer(version);
  // Numbers sort before words, and a shorter list before a longer one: no identifier contains a character below the
  // blank.
  const identifiers = prerelease.map((part) => (typeof part === 'number' ? `0${padded(part)}` : `1${part}`));
  // A release follows its prereleases: no identifier contains the tilde.
  return [padded(major), padded(minor), padded(patch), ...(identifiers.length === 0 ? ['~'] : identifiers)].join(' ');
}

const maxNotesLength = 10_000;
const maxReasonLength = 500;
const maxUrlLength = 2000;
const maxBytes = 4 * 1024 ** 3;
const sizeRule = `must be a whole number from 1 to ${maxBytes}`;
const platforms = ['linux-x64', 'linux-arm64'];

const version = z.string().refine(isVersion, versionRule);
const channel = z.string().regex(namePattern, nameRule);
const notes = z
  .string()
  .max(maxNotesLength, `must be at most ${maxNotesLength} characters`)
  .regex(/^[\P{Cc}\n\t]*$/u, 'must not contain control characters except line feeds and tabs');
const reasonRule = `must be 1 to ${maxReasonLength} characters, without control characters`;
const reason = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,500}$/u, reasonRule);

const artifact = z.object({
  platform: z.enum(platforms, `must be one of ${platforms.join(', ')}`),
  url: z
    .string()
    .refine(isFetchable, `must be an https URL of at most ${maxUrlLength} characters, without user name and password`),
  sizeBytes: z.int(sizeRule).min(1, sizeRule).max(maxBytes, sizeRule),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits'),
  signature: z
    .string()
    .refine(
      isMinisign,
      'must be the content of a minisign file: a comment, the signature, the trusted comment, its signature',
    ),
});

const image = z.object({
  name: z
    .string()
    .max(255)
    .regex(
      /^[a-z0-9.-]+(:\d{1,5})?(\/[a-z0-9]+((\.|_{1,2}|-+)[a-z0-9]+)*)+$/,
      'must be the name of an image with its registry and without tag and digest, such as registry.example.com/satrap/agent',
    ),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: followed by 64 lower-case hexadecimal digits'),
});

const release = z
  .object({
    version,
    channel,
    notes,
    artifacts: z.array(artifact).max(platforms.length),
    image: image.nullish(),
    lowestVersion: version.nullish(),
  })
  .superRefine(({ artifacts, image, ...versions }, { addIssue }) => {
    const fault = (message: string, ...path: (string | number)[]) => addIssue({ code: 'custom', path, message });
    for (const [index, { platform }] of artifacts.entries())
      if (artifacts.findIndex((other) => other.platform === platform) !== index)
        fault('is given twice; remove one of them', 'artifacts', index, 'platform');
    if (artifacts.length === 0 && !image) fault('must contain an archive, unless there is an image', 'artifacts');
    const { lowestVersion, version } = versions;
    // An invalid version is reported separately.
    if (!lowestVersion || !isVersion(lowestVersion) || !isVersion(version)) return;
    if (!lt(lowestVersion, version)) fault('must be lower than the version of the release', 'lowestVersion');
  });

const change = z.object({ channel: channel.nullish(), notes: notes.nullish(), withdrawnReason: reason.nullish() });

export const checkRelease = (data: ExecutorReleaseCreateInput): void => check(release, data);

export const checkReleaseChange = (data: ExecutorReleaseUpdateInput): void => check(change, data);

function check(shape: z.ZodType, data: unknown): void {
  const { issues } = checkShape(shape, data, ['data']);
  if (issues !== null) throw invalidInput(issues);
}

function isFetchable(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    url.length <= maxUrlLength && parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === ''
  );
}

/** Checks the form only: the agent verifies signatures, with keys that only it has. */
function isMinisign(text: string): boolean {
  try {
    readSignature(text);
    return text.length <= 2000 && /^[\P{Cc}\t\n]*$/u.test(text);
  } catch {
    return false;
  }
}
