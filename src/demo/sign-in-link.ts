import type { Api } from '../cli/api.ts';
import { CreatePasswordResetLinkDocument, GetOwnPersonDocument } from '../contract/operations.generated.ts';

/** Creates a one-time link that sets the administrator's password and signs in to the console. `url`: the API's. */
export async function signInLink(api: Api, url: string): Promise<string> {
  const { viewer } = await api.call(GetOwnPersonDocument, {});
  if (viewer?.person == null) throw new Error('the demo’s key does not belong to a person');
  const { id } = viewer.person;
  const { createPasswordResetLink: made } = await api.call(CreatePasswordResetLinkDocument, { where: { id } });
  return `${new URL('/set-password', url).href}#${new URLSearchParams({ token: made.token })}`;
}
