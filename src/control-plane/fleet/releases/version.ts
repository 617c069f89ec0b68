import { SemVer, valid } from 'semver';

/** Longer ones are no versions that anybody made on purpose. */
const maxVersionLength = 64;

/** The rule for a release's version in words, after «version: ». */
export const versionRule =
  'must be a semantic version without “v” and build metadata, such as 1.4.0 or 2.0.0-rc.1, of at most 64 characters';

/** Returns whether a text is a semantic version as it is written. Build metadata has no precedence, so that it could not tell two releases apart. */
export const isVersion = (text: string): boolean => text.length <= maxVersionLength && valid(text) === text;

/** No number of a semantic version has more digits. */
const digits = 16;
const padded = (part: number): string => String(part).padStart(digits, '0');

/** Returns a text that sorts byte by byte as the version does among semantic versions. */
export function versionKey(version: string): string {
  const { major, minor, patch, prerelease } = new SemVer(version);
  // A number comes before a word, and a shorter list before a longer one: no identifier has a character before the blank.
  const identifiers = prerelease.map((part) => (typeof part === 'number' ? `0${padded(part)}` : `1${part}`));
  // The release comes after all that lead to it: no identifier has the tilde.
  return [padded(major), padded(minor), padded(patch), ...(identifiers.length === 0 ? ['~'] : identifiers)].join(' ');
}
