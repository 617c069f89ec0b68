import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** The size of a selection. The entries of its lists are charged to the answer's budget. */
export interface Measure {
  depth: number;
  /** Fields as written; those of a fragment count at each spread. */
  fields: number;
}

const isIntrospection = (name: string): boolean => name.startsWith('__');

/** Introspection is inherently deep, and can be disabled. */
const ofIntrospection = ({ fields }: Measure): Measure => ({ depth: 1, fields: fields + 1 });

const nothing: Measure = { depth: 0, fields: 0 };
const both = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  fields: a.fields + b.fields,
});
const largest = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  fields: Math.max(a.fields, b.fields),
});

/** Returns the maxima over all operations and fragments, including unused fragments, because all are validated. */
export function measureDocument(document: DocumentNode): Measure {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  // Measures each fragment once: fragments that spread each other twice would take exponential time.
  const measured = new Map<string, Measure>();
  const ofFragment = (name: string): Measure => {
    const earlier = measured.get(name);
    if (earlier !== undefined) return earlier;
    // A fragment that spreads itself counts as nothing; validation refuses it.
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing;
    const measure = ofSelections(fragment.selectionSet);
    const result = isIntrospection(fragment.typeCondition.name.value) ? ofIntrospection(measure) : measure;
    measured.set(name, result);
    return result;
  };
  const ofSelections = (set: SelectionSetNode | undefined): Measure =>
    (set?.selections ?? [])
      .map((selection) => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
        const inner = ofSelections(selection.selectionSet);
        if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
        if (isIntrospection(selection.name.value)) return ofIntrospection(inner);
        return { depth: inner.depth + 1, fields: inner.fields + 1 };
      })
      .reduce(both, nothing);
  return document.definitions
    .map((definition) => {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) return ofFragment(definition.name.value);
      return definition.kind === Kind.OPERATION_DEFINITION ? ofSelections(definition.selectionSet) : nothing;
    })
    .reduce(largest, nothing);
}
