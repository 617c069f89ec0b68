import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPublicKey } from '../../src/release/minisign.ts';

export interface InstallScriptOptions {
  version: string;
  channel: string;
  /** Texts of public keys. */
  keys: readonly string[];
}

/** Returns install.sh of a release, which knows its version and the keys to trust. Throws SignatureError for a text that is no key. */
export function installScript({ version, channel, keys }: InstallScriptOptions): string {
  const template = readFileSync(join(import.meta.dirname, '../../templates/install.sh'), 'utf8');
  const lines = keys.map((text) => {
    readPublicKey(text);
    return text.trim().split('\n').at(-1)?.trim() ?? '';
  });
  return template.replaceAll('@VERSION@', version).replace('@CHANNEL@', channel).replace('@KEYS@', lines.join(' '));
}
