import { useApi } from '../api/use-api.tsx';
import { showFailure } from '../display/answers/toasts.ts';
import { SignOutDocument } from './operations.generated.ts';

/** Returns what ends the session. The page is loaded again, so that nothing of the person is left in it. */
export function useSignOut(): () => Promise<void> {
  const api = useApi();
  return async () => {
    try {
      await api.mutate(SignOutDocument, {});
      window.location.assign(new URL('sign-in', document.baseURI));
    } catch (error) {
      showFailure(error);
    }
  };
}
