# Satrap in a container: the control plane, or an agent that is given the host's Docker socket.
#   docker build -t satrap .
#   docker run satrap control-plane serve --host 0.0.0.0 --data /data
# Another base needs Node 26 as `node`, npm, a user `node`, and the library libatomic1.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /opt/satrap
COPY package.json package-lock.json ./
# The same flags as in scripts/install.sh, for the same reasons.
RUN npm ci --omit=dev --legacy-peer-deps --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE} AS console
WORKDIR /opt/satrap
COPY package.json package-lock.json ./
RUN npm ci --legacy-peer-deps --ignore-scripts --no-audit --no-fund
COPY scripts scripts
COPY src src
RUN node scripts/build-console.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /opt/satrap
COPY --from=dependencies /opt/satrap/node_modules node_modules
COPY package.json ./
COPY schema schema
COPY templates templates
COPY src src
COPY --from=console /opt/satrap/build/console build/console
RUN install -d -m 700 -o node -g node /data
VOLUME /data
# An agent needs the group of the Docker socket, or root for a data root: see templates/compose.yaml.
USER node
ENTRYPOINT ["node", "src/main.ts"]
CMD ["--help"]
