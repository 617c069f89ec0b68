import { boolean, integer, type OptionDescriptions } from './describe.ts';

/** bitcoind takes an address, which the platform chooses. */
const zmq = (what: string) => boolean(`Publish ${what} over ZeroMQ; the node’s endpoints show the address`);
const highWaterMark = (what: string) => integer(`Queue length for ${what}; 0 is no limit`);

/** ZeroMQ. */
export const zeromqOptions: OptionDescriptions = {
  zmqpubhashblock: zmq('block hashes'),
  zmqpubhashblockhwm: highWaterMark('block hashes'),
  zmqpubhashtx: zmq('transaction hashes'),
  zmqpubhashtxhwm: highWaterMark('transaction hashes'),
  zmqpubrawblock: zmq('blocks'),
  zmqpubrawblockhwm: highWaterMark('blocks'),
  zmqpubrawtx: zmq('transactions'),
  zmqpubrawtxhwm: highWaterMark('transactions'),
  zmqpubsequence: zmq('chain and mempool changes'),
  zmqpubsequencehwm: highWaterMark('chain and mempool changes'),
};
