#!/bin/sh
# Takes out of node_modules what only a build or a development server needs: the image has Node itself, and what pages
# show is in the build. Run where the packages are.
set -e
cd node_modules
rm -rf node node-bin-* .bin/node @next/swc-* @img sharp playwright playwright-core @playwright @types \
  typescript @typescript csstype lucide-react geist caniuse-lite zod/src
# Of Next what compiles, what a developer sees, and what is switched on by flags that the desk does not set.
(
  cd next/dist
  rm -rf docs esm bundle-analyzer next-devtools \
    compiled/babel compiled/babel-packages compiled/next-devtools compiled/terser \
    compiled/postcss-preset-env compiled/cssnano-simple compiled/*-experimental compiled/@vercel/og
  rm -f compiled/next-server/*.dev.js compiled/next-server/*experimental*
)
find . -name '*.development.js' -path '*react*' -type f -delete
# The same code for bundlers: Node takes the other.
rm -rf @opentelemetry/*/build/esm @opentelemetry/*/build/esnext
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name 'CHANGELOG*' \
  -o -name 'README*' \) -delete
