# Stands in for node:24-bookworm-slim where no registry of images can be reached: Debian's own packages, Node and npm
# from npm. Its context is what scripts/test-image.ts lays out.
FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
CMD ["node"]
