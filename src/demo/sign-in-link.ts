import type { Api } from '../cli/api.ts';
import { CreatePasswordResetLinkDocument, GetOwnPersonDocument } from '../contract/operations.generated.ts';

/** Makes a link with which the demo's administrator sets a password and signs in to the console, once. `url` is that of the API. */
export async function signInLink(api: Api, url: string): Promise<string> {
  const { viewer } = await api.call(GetOwnPersonDocument, {});
  if (viewer?.person == null) throw new Error('the key of the demo belongs to no person');
  const { id } = viewer.person;
  const { createPasswordResetLink: made } = await api.call(CreatePasswordResetLinkDocument, { where: { id } });
  return `${new URL('/set-password', url).href}#${new URLSearchParams({ token: made.token })}`;
}
