# Satrap in containers: the programs of a release, with their own Node, as hosts without containers have them. Nothing is fetched.
#   npm run release -- --platform linux-x64
#   docker build --target agent -t satrap-agent .
#   docker build --target control-plane -t satrap-control-plane .
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BASE_IMAGE} AS base
# The one library that the programs need and a slim Debian lacks.
RUN ldconfig -p | grep -q libatomic.so.1 || \
  { apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*; }

FROM base AS unpacked
ARG PLATFORM=linux-x64
ADD release/satrap-*-${PLATFORM}.tar.gz /opt/satrap/versions/
RUN cd /opt/satrap && set -- versions/* && \
  { [ $# = 1 ] || { echo "release/ holds several versions; leave the one for this image" >&2; exit 1; }; } && \
  ln -s "$1" current

# An agent needs neither the server, nor its database and console.
FROM unpacked AS unpacked-agent
RUN cd /opt/satrap/current && rm -rf node_modules build schema src lib/control-plane

FROM base AS agent
COPY --from=unpacked-agent /opt/satrap /opt/satrap
RUN mkdir -p /usr/local/bin && ln -s /opt/satrap/current/bin/satrap /usr/local/bin/satrap && \
  install -d -m 700 -o 10001 -g 10001 /var/lib/satrap
# A compiled program starts faster, and needs less memory.
ENV SATRAP_AGENT_DATA_DIR=/var/lib/satrap NODE_COMPILE_CACHE=/var/lib/satrap/compile-cache
VOLUME /var/lib/satrap
# By this an agent knows a container of its own, which an upgrade makes anew from another image.
LABEL io.satrap.program=agent
# Not root: the group of the engine's socket is enough (--group-add). A data_root needs root.
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["satrap", "agent", "health"]
ENTRYPOINT ["satrap"]
CMD ["agent", "run"]

FROM base AS control-plane
COPY --from=unpacked /opt/satrap /opt/satrap
# PostgreSQL makes its database only for a user that has a name.
RUN mkdir -p /usr/local/bin && ln -s /opt/satrap/current/bin/satrap /usr/local/bin/satrap && \
  echo "satrap:x:10002:10002::/:/usr/sbin/nologin" >>/etc/passwd && \
  install -d -m 700 -o 10002 -g 10002 /var/lib/satrap-control-plane
ENV SATRAP_CONTROL_PLANE_DATA=/var/lib/satrap-control-plane SATRAP_HOST=0.0.0.0 SATRAP_PORT=4100 \
  NODE_COMPILE_CACHE=/var/lib/satrap-control-plane/compile-cache
# The secret file, and the embedded database where DATABASE_URL names no PostgreSQL.
VOLUME /var/lib/satrap-control-plane
EXPOSE 4100
USER 10002:10002
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["satrap", "control-plane", "health"]
ENTRYPOINT ["satrap"]
CMD ["control-plane", "serve"]
