import { optionCatalogue } from '../../../../bitcoin/clients/catalogue.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';

/** Whether the platform owns an option, so that nobody may set it. Pure. */
export const isPlatformOption = (key: string, of: ClientVersion): boolean => platformReason(key, of) !== null;

/** Why the platform owns an option; null where users may set it. Pure. */
export function platformReason(key: string, of: ClientVersion): string | null {
  const name = key.trim().replace(/^-+/, '');
  const find = (wanted: string) => optionCatalogue(of).find(wanted)?.platformReason ?? null;
  return find(name) ?? find(name.replace(/^no/, ''));
}
