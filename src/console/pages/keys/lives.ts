/** How long a new key may live. */
export const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
  { value: '', label: 'without an end' },
];

/** Returns when a key ends that lives so many days from now on; nothing for one without an end. Pure. */
export const endOf = (days: string, nowMs: number): { expiresAt?: string } =>
  days === '' ? {} : { expiresAt: new Date(nowMs + Number(days) * 86_400_000).toISOString() };
