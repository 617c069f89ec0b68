import { boolean, integer, type OptionDescriptions } from './describe.ts';

/** bitcoind takes an address, which the platform chooses. */
const zmq = (what: string) => boolean(`Publish ${what} over ZeroMQ, at an address that the node’s endpoints show`);
const highWaterMark = (what: string) => integer(`Most messages of ${what} that wait to be sent; 0 is no limit`);

/** ZeroMQ. */
export const zeromqOptions: OptionDescriptions = {
  zmqpubhashblock: zmq('hashes of blocks'),
  zmqpubhashblockhwm: highWaterMark('hashes of blocks'),
  zmqpubhashtx: zmq('hashes of transactions'),
  zmqpubhashtxhwm: highWaterMark('hashes of transactions'),
  zmqpubrawblock: zmq('blocks'),
  zmqpubrawblockhwm: highWaterMark('blocks'),
  zmqpubrawtx: zmq('transactions'),
  zmqpubrawtxhwm: highWaterMark('transactions'),
  zmqpubsequence: zmq('changes of chain and mempool'),
  zmqpubsequencehwm: highWaterMark('changes of chain and mempool'),
};
