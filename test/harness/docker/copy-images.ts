import Docker from 'dockerode';

/** Gives images of one engine to another. */
export async function copyImages(fromSocket: string, toSocket: string, references: readonly string[]): Promise<void> {
  const from = new Docker({ socketPath: fromSocket });
  const to = new Docker({ socketPath: toSocket });
  for (const reference of references) {
    const stream = await to.loadImage(await from.getImage(reference).get());
    await new Promise((resolve, reject) =>
      to.modem.followProgress(stream, (error) => (error ? reject(error) : resolve(undefined))),
    );
  }
}
