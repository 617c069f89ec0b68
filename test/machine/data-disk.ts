import type { Box } from './box.ts';

const folder = '/var/lib/satrap';
const disk = '/mnt/data-disk';
const dropIn = '/run/systemd/system/satrap-agent.service.d';
const mebibyte = 1024 * 1024;
const enough = 4096 * mebibyte;

/** A disk of its own for the data directory of a machine's agent. It is in memory, and takes only what is written to it. */
export class DataDisk implements AsyncDisposable {
  /** The size of the agent's store, most of it free pages, as after a busy time: many times what the agent writes in a test. */
  static readonly storeBytes = 64 * mebibyte;
  /** What the agent sets aside on it, to be given up where the disk is full. */
  static readonly reserveBytes = 16 * mebibyte;
  readonly #box: Box;

  private constructor(box: Box) {
    this.#box = box;
  }

  /** Moves the data directory there, with room for everything. The agent is started anew. */
  static async under(box: Box): Promise<DataDisk> {
    const data = new DataDisk(box);
    await box.do(`systemctl stop satrap-agent && mkdir ${disk} && mount -t tmpfs -o size=${enough} tmpfs ${disk} &&
      cp -a ${folder}/. ${disk} && mount --bind ${disk} ${folder}`);
    await data.#execute(`CREATE TABLE busy AS SELECT zeroblob(${DataDisk.storeBytes}); DROP TABLE busy`);
    // What the agent writes to such a disk would count as memory of its unit.
    await box.do(`mkdir ${dropIn} && cat >${dropIn}/data-disk.conf`, '[Service]\nMemoryMax=infinity\n');
    await box.do('systemctl daemon-reload && systemctl start satrap-agent');
    return data;
  }

  /** Bytes that are used. */
  async used(): Promise<number> {
    return Number(await this.#box.do(`df -B1 --output=used ${disk} | tail -1`));
  }

  /** Bytes that these files and folders of the data directory take. */
  async sizeOf(...paths: string[]): Promise<number> {
    return Number(await this.#box.do(`cd ${folder} && du -scB1 ${paths.join(' ')} | tail -1 | cut -f1`));
  }

  /** `bytes`: no less than what is used. */
  async resize(bytes: number): Promise<void> {
    await this.#box.do(`mount -o remount,size=${bytes} ${disk}`);
  }

  /** Gives it room for everything. */
  enlarge(): Promise<void> {
    return this.resize(enough);
  }

  /** The files of the data directory, without the memory of requests and the cache of compiled code. */
  files(): Promise<string> {
    return this.#box.do(
      `cd ${folder} && find . -name compile-cache -prune -o -type f ! -name journal.json -print | sort`,
    );
  }

  async #execute(statements: string): Promise<void> {
    const program = `new (require('node:sqlite').DatabaseSync)('${folder}/agent.db').exec('${statements}')`;
    await this.#box.do('runuser -u satrap -- /opt/satrap/current/bin/node --no-warnings -', program);
  }

  /** Moves the data directory back to where it was. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#box.do('systemctl stop satrap-agent');
    await this.#execute('VACUUM');
    await this.#box.do(`umount ${folder} && cp -a ${disk}/. ${folder} && umount ${disk} && rmdir ${disk} &&
      rm -r ${dropIn} && systemctl daemon-reload && systemctl start satrap-agent`);
  }
}
