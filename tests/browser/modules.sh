# For run.sh and serve_run.sh, which source it: looks for a browser and installs what drives it, in build/browser.
# Exits 77, which ctest takes for "skipped", where Node.js or Chromium is absent.

browser_tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
modules=$browser_tests/../../build/browser
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}

# Copies a script beside the modules: Node looks for them there.
prepare_browser_test() {
    local tool
    for tool in node npm "$CHROMIUM"; do
        if ! command -v "$tool" >/dev/null; then
            echo "browser test skipped: there is no $tool"
            exit 77
        fi
    done
    # The modules belong to this lock file; another one means installing anew. One run at a time does.
    mkdir -p "$modules"
    exec 9>"$modules/.lock"
    flock 9
    if ! cmp -s "$browser_tests/package-lock.json" "$modules/package-lock.json" || [ ! -f "$modules/.complete" ]; then
        rm -f "$modules/.complete"
        cp "$browser_tests/package.json" "$browser_tests/package-lock.json" "$modules/"
        npm ci --prefix "$modules" --ignore-scripts --no-audit --no-fund --silent
        touch "$modules/.complete"
    fi
    cp "$browser_tests/$1" "$modules/"
    exec 9>&-
}
