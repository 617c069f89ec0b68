# Satrap in containers. The agent is the program of a release, with its own Node, as hosts without containers have it:
#   npm run release -- --platform linux-x64
#   docker build --target agent -t satrap-agent .
# The control plane:
#   docker build -t satrap .
ARG BASE_IMAGE=debian:bookworm-slim
# Another one needs Node 26 as `node`, npm, a user `node`, and the library libatomic1.
ARG NODE_IMAGE=node:26-slim

FROM ${BASE_IMAGE} AS agent
ARG PLATFORM=linux-x64
# The one library that the program needs and a slim Debian lacks.
RUN ldconfig -p | grep -q libatomic.so.1 || \
  { apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*; }
ADD release/satrap-*-${PLATFORM}.tar.gz /opt/satrap/versions/
RUN cd /opt/satrap && set -- versions/* && \
  { [ $# = 1 ] || { echo "release/ holds several versions; leave the one for this image" >&2; exit 1; }; } && \
  ln -s "$1" current && mkdir -p /usr/local/bin && ln -s /opt/satrap/current/bin/satrap /usr/local/bin/satrap && \
  install -d -m 700 -o 10001 -g 10001 /var/lib/satrap
# A compiled program starts faster, and needs less memory.
ENV SATRAP_DATA_DIR=/var/lib/satrap NODE_COMPILE_CACHE=/var/lib/satrap/compile-cache
VOLUME /var/lib/satrap
# By this an agent knows a container of its own, which an upgrade makes anew from another image.
LABEL io.satrap.program=agent
# Not root: the group of the engine's socket is enough (--group-add). A data_root needs root.
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["satrap", "agent", "health"]
ENTRYPOINT ["satrap"]
CMD ["agent", "run"]

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

FROM ${NODE_IMAGE} AS control-plane
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
USER node
ENTRYPOINT ["node", "src/main.ts"]
CMD ["--help"]
