import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Returns the names of all fields that are selected within a field, at whatever level. */
export function selectedNames({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): Set<string> {
  const names = new Set<string>();
  const visited = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.kind === Kind.FIELD) names.add(selection.name.value);
        visit(selection.selectionSet);
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        visit(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const { selectionSet } of fieldNodes) visit(selectionSet);
  return names;
}
