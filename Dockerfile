# The shop as an image: its pages are built, its tests are not in it, and nothing in it runs as root.
# Name the base by its digest for a build that can be made again: --build-arg DEBIAN=debian:13-slim@sha256:…
ARG DEBIAN=docker.io/library/debian:13-slim

FROM ${DEBIAN} AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils ca-certificates libatomic1 npm
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY node/ node/
# npm checks the sum of each package. No package runs a script; link.mjs puts Node where npm finds it.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts && node node/link.mjs
COPY . .
RUN npm run build && npm run --silent licences > LICENCES.txt
# Node, and the packages of production without what only editors and debuggers read.
RUN --mount=type=cache,target=/root/.npm strip --output-file /usr/local/bin/node "$(readlink --canonicalize node_modules/.bin/node)" \
 && npm ci --omit=dev --ignore-scripts --prefer-offline \
 && rm -rf node_modules/@img/*musl* node_modules/@img/*wasm32 \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) -delete

FROM ${DEBIAN}
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
 && mkdir -m 700 /data /backups && chown 10001:10001 /data /backups
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /shop
COPY --from=build /shop/node_modules/ node_modules/
COPY --from=build /shop/package.json /shop/LICENSE /shop/LICENCES.txt ./
COPY --from=build /shop/sandbox/ sandbox/
COPY --from=build /shop/demo/ demo/
COPY --from=build /shop/contract/ contract/
COPY --from=build /shop/server/ server/
COPY --from=build /shop/build/ build/
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/tmp/compiled
VOLUME /data /backups
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/start/main.ts"]
