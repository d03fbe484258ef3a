# make demo     the sample estate, scanned and asked, then the page   (DEMO=--no-serve ends after the answers)
# make test     everything that can be tested on this machine
# make lint     format, lint, types and the contracts between the floors
# make bench    figures of performance, as ratios in one run          (BENCH=small for a quick look)
# make docs     docs/model.md again, from the declarations
# make renew    newer versions of the dependencies, within pyproject's ranges

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
UV = $(shell command -v uv 2>/dev/null || echo $(BIN)/uv)
INSTALL = $(UV) pip install --quiet --python $(BIN)/python --constraints constraints.txt
# Python keeps what it compiled, also where the machine says otherwise: without it every start takes seconds longer.
unexport PYTHONDONTWRITEBYTECODE
WARM = $(BIN)/python -c 'import api.demo.tour, api.cli.demo, api.scans, api.asking, collectors.rules.run, collectors.k8s.source, \
	graph.writer, graph.engine, boto3, moto.moto_server.werkzeug_app, moto.ec2.responses, moto.rds.responses'

.PHONY: install docs demo test lint types bench renew clean
.DELETE_ON_ERROR:

.venv/ready:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; say which with PYTHON=/path/to/python3" >&2; exit 1; }
	@if [ "$(UV)" = "$(BIN)/uv" ]; then $(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv; \
	else $(UV) venv --quiet --allow-existing --python $(PYTHON) .venv; fi
	@touch $@

.venv/product: .venv/ready pyproject.toml constraints.txt
	@$(INSTALL) --editable '.[demo]'
	@$(WARM)
	@touch $@

.venv/tools: .venv/product
	@$(INSTALL) --editable '.[demo]' --group dev
	@touch $@

install: .venv/product

demo: .venv/product
	@$(BIN)/aletheia demo $(DEMO)

test: .venv/tools
	@tools/chromium
	@$(BIN)/pytest -n $${TEST_PROCESSES:-2} --dist loadgroup --max-worker-restart=0 $(TEST)

lint: .venv/tools
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/pyright

bench: .venv/tools
	@for b in benchmarks/*.py; do echo "== $$b"; $(BIN)/python $$b $(if $(filter small,$(BENCH)),--small); done

renew: .venv/ready
	$(UV) pip compile --quiet --upgrade --no-header --no-annotate --no-emit-index-url --python $(BIN)/python --extra demo --group dev pyproject.toml -o constraints.txt

docs: .venv/product
	@$(BIN)/python -c "from graph.model_page import model_page; print(model_page(), end=\"\")" > docs/model.md

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
