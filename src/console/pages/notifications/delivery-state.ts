/** Returns the state of a delivery. One that failed and will be attempted again is not just pending. */
export const deliveryState = <Status extends string>({
  status,
  attempts,
}: {
  status: Status;
  attempts: readonly unknown[];
}): Status | 'retrying' => (status === 'pending' && attempts.length > 0 ? 'retrying' : status);
