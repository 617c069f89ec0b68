/** The kind of event that carries a node's metrics. */
export const sampleKind = 'node.sample';
