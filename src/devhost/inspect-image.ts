import type Docker from 'dockerode';

/** Returns what the engine knows of a local image, or null when it has no image of that reference. */
export async function inspectImage(docker: Docker, reference: string): Promise<Docker.ImageInspectInfo | null> {
  try {
    return await docker.getImage(reference).inspect();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return null;
    throw error;
  }
}
