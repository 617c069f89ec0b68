import { useNavigate } from '@tanstack/react-router';

/** Returns how a view changes some of what its address says. The history gets no entry: the back button leads to the view before. */
export function useAddressChange<S extends object>(): (changes: S) => void {
  const navigate = useNavigate();
  return (changes) =>
    void navigate({ to: '.', search: (former: object) => ({ ...former, ...changes }), replace: true } as never);
}
