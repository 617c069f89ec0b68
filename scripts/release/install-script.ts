import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPublicKey } from '../../src/release/minisign.ts';

/** Returns a release's install.sh with its version and trusted keys, which are texts. Throws SignatureError for an invalid key. */
export function installScript(release: { version: string; channel: string; keys: readonly string[] }): string {
  const { version, channel, keys } = release;
  const template = readFileSync(join(import.meta.dirname, '../../templates/install.sh'), 'utf8');
  const lines = keys.map((text) => {
    readPublicKey(text);
    return text.trim().split('\n').at(-1)?.trim() ?? '';
  });
  return template.replaceAll('@VERSION@', version).replace('@CHANNEL@', channel).replace('@KEYS@', lines.join(' '));
}
