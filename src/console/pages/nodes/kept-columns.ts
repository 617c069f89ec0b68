/** A person's column choices that override the defaults. As this browser kept them: other values are ignored. */
export type KeptColumns = Readonly<Record<string, unknown>> | null;

export const isColumnShown = (kept: KeptColumns, { id, isExtra }: { id: string; isExtra?: boolean }): boolean => {
  const choice = kept?.[id];
  return typeof choice === 'boolean' ? choice : !isExtra;
};
