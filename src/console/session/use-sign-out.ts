import { useApiMutation } from '../api/use-api.tsx';
import { SignOutDocument } from '../operations.generated.ts';

/** Returns what ends the session. The page is loaded again, so that nothing of the person is left in it. */
export function useSignOut(): () => void {
  const { mutate } = useApiMutation(SignOutDocument, {
    onDone: () => window.location.assign(new URL('sign-in', document.baseURI)),
  });
  return () => mutate({});
}
