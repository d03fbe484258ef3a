#!/usr/bin/env bash
# Builds the API server binary once and prints its path.
# The binary is kept under ${KUBETEST_CACHE:-${XDG_CACHE_HOME:-~/.cache}/kubetest},
# named after its sources, so a second call only prints the path.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${KUBETEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubetest}
version=$(sed -n 's#^\tk8s.io/kubernetes v\([0-9.]*\)$#\1#p' "$here/src/go.mod")
tags=${KUBETEST_CONTROLLERS:+controllers} # the controller manager only where it is asked for
sum=$(cat "$here"/src/*.go "$here"/src/go.mod "$here"/src/go.sum | sha256sum | cut -c1-12)
bin=$cache/kubetest-$version-$sum${tags:+-$tags}
mkdir -p "$cache"
exec 9>"$cache/build.lock"
flock 9
if [ ! -x "$bin" ]; then
  command -v go >/dev/null || { echo "build.sh: no 'go' on PATH" >&2; exit 3; }
  v=k8s.io/component-base/version
  minor=${version#1.}
  minor=${minor%%.*}
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cp "$here"/src/*.go "$here"/src/go.mod "$here"/src/go.sum "$work/"
  echo "build.sh: building kube-apiserver $version (6 to 9 minutes from empty Go caches, 4 GB of disk)" >&2
  (cd "$work" && CGO_ENABLED=0 GOFLAGS="${GOFLAGS:--buildvcs=false}" GOWORK=off nice -n 10 \
    go build -mod=readonly -tags "$tags" -trimpath -ldflags "-s -w \
      -X $v.gitVersion=v$version -X $v.gitMajor=1 -X $v.gitMinor=$minor \
      -X $v.gitTreeState=clean -X $v.gitCommit=unknown -X $v.buildDate=1970-01-01T00:00:00Z" \
    -o "$work/kubetest" . 2>&1 | { grep -v '^go: downloading ' || true; }) >&2
  mv "$work/kubetest" "$bin.$$"
  mv "$bin.$$" "$bin"
fi
echo "$bin"
