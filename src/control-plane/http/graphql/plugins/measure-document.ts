import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';

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

/** Returns the maxima over all operations and fragments, including unused fragments, because all are validated. */
export function measureDocument({ definitions }: DocumentNode): Measure {
  // Measures each fragment once: fragments that spread each other twice would take exponential time.
  const measured = new Map<string, Measure>();
  const ofFragment = (name: string): Measure => {
    const earlier = measured.get(name);
    if (earlier !== undefined) return earlier;
    // A fragment that spreads itself counts as nothing; validation refuses it.
    measured.set(name, nothing);
    const fragment = definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name);
    if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) return nothing;
    const measure = ofSelections(fragment.selectionSet);
    const result = isIntrospection(fragment.typeCondition.name.value) ? ofIntrospection(measure) : measure;
    measured.set(name, result);
    return result;
  };
  const ofSelections = (set: SelectionSetNode | undefined): Measure => {
    const sum = { ...nothing };
    for (const selection of set?.selections ?? []) {
      const { depth, fields } = ofSelection(selection);
      sum.depth = Math.max(sum.depth, depth);
      sum.fields += fields;
    }
    return sum;
  };
  const ofSelection = (selection: SelectionSetNode['selections'][number]): Measure => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    const inner = ofSelections(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
    if (isIntrospection(selection.name.value)) return ofIntrospection(inner);
    return { depth: inner.depth + 1, fields: inner.fields + 1 };
  };
  const measures = definitions.map((definition) => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return ofFragment(definition.name.value);
    return definition.kind === Kind.OPERATION_DEFINITION ? ofSelections(definition.selectionSet) : nothing;
  });
  return {
    depth: Math.max(0, ...measures.map(({ depth }) => depth)),
    fields: Math.max(0, ...measures.map(({ fields }) => fields)),
  };
}
