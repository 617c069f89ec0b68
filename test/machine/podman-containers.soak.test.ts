// The same on Podman 5.4.
import './podman-containers.parts.test.ts';
