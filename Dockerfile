# Built site and server, then a runtime image without development dependencies.
# How to run it: docs/deploy.md.
# Node 22.23.3. How to renew digests: docs/deploy.md.
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /srv/sitara
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY index.html tsconfig.json vite.config.ts ./
COPY machines machines
COPY public public
COPY src src
# These values are part of the built site: pass them with --build-arg; FUNNEL also to the container.
ARG FUNNEL
ARG VITE_API_URL
ARG VITE_API_TEST_URL
ARG VITE_TEST_HOSTS
ARG VITE_APP_HOME_URL
ARG VITE_ATS_HOME_URL
ARG VITE_NEW_JOB_URL
ARG VITE_DEMO_EMBED_URL
ARG VITE_CALENDAR_URL
ARG VITE_RAZORPAY_KEY
ARG VITE_TAG_URL
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2
WORKDIR /srv/sitara
COPY --from=build /srv/sitara/package.json ./
COPY --from=build /srv/sitara/node_modules node_modules
COPY --from=build /srv/sitara/dist dist
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
USER node
EXPOSE 3000
# SIGTERM starts a drain and a graceful close: docs/operate.md.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
