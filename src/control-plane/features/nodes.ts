import { changeNodeResolvers } from '../nodes/change-node.ts';
import { createNodeResolvers } from '../nodes/create-node.ts';
import { keptDataResolvers } from '../nodes/data/remove-kept-data.ts';
import { findNodeResolvers, nodeSnapshot } from '../nodes/find-nodes.ts';
import { nodeOptionsResolvers } from '../nodes/node-options.ts';
import { changeOperationResolvers } from '../nodes/operations/change-operation.ts';
import { operationResolvers } from '../nodes/operations/show-operation.ts';
import { previewResolvers } from '../nodes/preview-node.ts';
import { bitcoinConfResolvers } from '../nodes/read-bitcoin-conf.ts';
import { offerResolvers } from '../nodes/recovery/offers.ts';
import { takeOverResolvers } from '../nodes/recovery/take-over.ts';
import { nodeFieldResolvers } from '../nodes/resolvers.ts';
import { rpcCredentialResolvers } from '../nodes/rpc-credentials/show-rpc-credentials.ts';
import type { Feature } from './feature.ts';

/** Nodes: their placement, configuration, data, operations and RPC credentials. */
export const nodes = {
  resolvers: [
    findNodeResolvers,
    nodeFieldResolvers,
    createNodeResolvers,
    changeNodeResolvers,
    previewResolvers,
    nodeOptionsResolvers,
    bitcoinConfResolvers,
    keptDataResolvers,
    operationResolvers,
    changeOperationResolvers,
    offerResolvers,
    takeOverResolvers,
    rpcCredentialResolvers,
  ],
  tasks: ({ lifecycle }) => [{ what: 'read the lifecycle table', everySeconds: 30, run: () => lifecycle.reload() }],
  snapshots: {
    node: nodeSnapshot,
  },
} satisfies Feature;
