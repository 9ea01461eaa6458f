#!/usr/bin/env bash
# Publishes what the jobs before have made: publish.sh TAG EXECUTABLES TARBALL. After a failure it can be run again: it
# leaves alone what has been published.
set -euo pipefail
tag=$1 executables=$2 tarball=$3

# 1.1.0-rc.1 is for those who ask for it.
case $tag in
  *-*) release=--prerelease channel=next ;;
  *) release=--latest channel=latest ;;
esac

draft=$(gh release view "$tag" --json isDraft --jq .isDraft 2>/dev/null || echo none)
if [ "$draft" = none ]; then
  gh release create "$tag" --verify-tag --generate-notes --draft
fi
if [ "$draft" != false ]; then
  gh release upload "$tag" "$executables"/* --clobber
  gh release edit "$tag" --draft=false "$release"
fi

field() { tar -xzOf "$tarball" package/package.json | node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
name=$(field name) version=$(field version)
if [ "$(field private)" = true ]; then
  echo "::notice::package.json says private: nothing is published to npm"
elif [ "$(npm view "$name@$version" version 2>/dev/null || true)" = "$version" ]; then
  echo "::notice::$name@$version is on npm already"
else
  npm publish "$tarball" --ignore-scripts --provenance --access public --tag "$channel"
fi
