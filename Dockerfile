# syntax=docker/dockerfile:1
# One image for every ROLE. The version is that of runtime/package.json.
FROM node:26.10.0-slim AS node
WORKDIR /app

# The manifests alone, so that a change of the sources keeps the installed packages.
FROM node AS manifests
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY embedded-postgres/package.json embedded-postgres/
COPY demo/package.json demo/
COPY server/package.json server/
COPY server/unix-dgram/package.json server/unix-dgram/
COPY web/package.json web/
COPY web/no-mermaid/package.json web/no-mermaid/

FROM manifests AS build
RUN npm ci --ignore-scripts --include=dev
COPY . .
WORKDIR /app/web
RUN NODE_ENV=production npx react-router build --logLevel warn && node precompress/precompress.ts

FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev

# The media server of large live sessions, for the service `janus` of compose.yaml. It writes recordings as the user of the worker.
FROM debian:12-slim AS janus
RUN export DEBIAN_FRONTEND=noninteractive \
  && apt-get update \
  && apt-get install --yes --no-install-recommends janus \
  && rm -rf /var/lib/apt/lists/* /etc/janus/*.jcfg \
  && ln --symbolic /usr/lib/*-linux-gnu/janus /usr/lib/janus \
  && install --directory --owner=1000 --group=1000 /var/lib/live-recordings
USER 1000:1000
CMD ["janus", "--configs-folder=/etc/janus"]

FROM node
RUN export DEBIAN_FRONTEND=noninteractive \
  && apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates ffmpeg tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data /app/.cache/compiled /var/lib/live-recordings
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=packages /app ./
COPY . .
COPY --from=build /app/web/build web/build
USER node
# A start that finds its sources compiled is faster and takes less memory.
RUN node --max-semi-space-size=8 server/src/cli/compile.ts
VOLUME /data
EXPOSE 8000
# /healthz answers in every role; migrations and the recovery after a power cut run before it does, as long as they take.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "server/src/main.ts"]
