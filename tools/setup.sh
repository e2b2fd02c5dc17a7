#!/usr/bin/env bash
# Install what Scrim is built from: Debian packages by name, and DuckDB (tools/get-duckdb.sh).
# Does nothing, in milliseconds, when all is there. Usage: tools/setup.sh [build|test|fuzz|tidy]
set -euo pipefail
cd "$(dirname "$0")/.."

build_packages=(g++ cmake ninja-build libfmt-dev libcli11-dev libyaml-cpp-dev nlohmann-json3-dev libtbb-dev libsodium-dev
                libmpfr-dev libgmp-dev libcadical-dev libbdd-dev libpugixml-dev libedit-dev libboost-dev libssl-dev libpq-dev zlib1g-dev libgtest-dev libgmock-dev
                patchelf python3-pip)
declare -A more_packages=([build]="" [test]="pkg-config python3 python3-jsonschema chromium clang-format-14 clang-16 libclang-rt-16-dev postgresql-15 postgresql-server-dev-15"
                        [fuzz]="clang-16 libclang-rt-16-dev" [tidy]="clang-tidy-14")
optional_packages=(ccache mold)

install() {
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "setup: these Debian packages are missing: $*" >&2
            echo "setup: run as root, install sudo, or have them installed: apt-get install $*" >&2
            exit 1
        fi
        sudo=(sudo)
    fi
    echo "setup: installing $*"
    # Tests start servers of their own: no other is made for them.
    if [[ " $* " == *" postgresql-15 "* ]] && [ ! -e /etc/postgresql-common/createcluster.conf ]; then
        "${sudo[@]}" mkdir -p /etc/postgresql-common
        echo "create_main_cluster = false" | "${sudo[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
    fi
    "${sudo[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

missing=()
read -ra more <<<"${more_packages[${1:-build}]}"
want=("${build_packages[@]}" "${optional_packages[@]}" "${more[@]}")
for package in "${want[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing+=("$package")
done
command -v npm >/dev/null || missing+=(npm)
if [ ${#missing[@]} -gt 0 ]; then install "${missing[@]}"; fi

tools/get-duckdb.sh
