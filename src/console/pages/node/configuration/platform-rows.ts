import { optionCatalogue } from '../../../../bitcoin/option-catalogue.ts';

/** Whether the platform owns an option, so that nobody may set it. Pure. */
export const isPlatformOption = (key: string, clientVersion: string): boolean =>
  platformReason(key, clientVersion) !== null;

/** Why the platform owns an option; null where users may set it. Pure. */
export function platformReason(key: string, clientVersion: string): string | null {
  const name = key.trim().replace(/^-+/, '');
  const { options } = optionCatalogue(clientVersion);
  const find = (wanted: string) => options.find((each) => each.key === wanted)?.platformReason ?? null;
  return find(name) ?? find(name.replace(/^no/, ''));
}
