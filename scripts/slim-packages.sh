#!/bin/sh
# Takes out of node_modules what only a build or a development server needs: the image has Node itself, and what pages
# show is in the build. Run where the packages are.
set -e
cd node_modules
rm -rf node node-bin-* .bin/node @next/swc-* @img sharp playwright playwright-core @playwright @types \
  lucide-react geist caniuse-lite next/dist/docs
find . -name '*.map' -type f -delete
