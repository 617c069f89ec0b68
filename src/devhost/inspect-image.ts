import type Docker from 'dockerode';

/** Inspects a local image; null if no image has that reference. */
export async function inspectImage(docker: Docker, reference: string): Promise<Docker.ImageInspectInfo | null> {
  try {
    return await docker.getImage(reference).inspect();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return null;
    throw error;
  }
}
