# Everything that a contributor or CI does here. `make` alone lists it.

# Versions of tools that are not in go.mod, package.json or a requirements.txt of test.
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

PYTHON ?= python3
FUZZTIME ?= 20s
PROPERTIES ?= 500
CASES ?= 500
SEED ?= 0

# A checkout of aws/amazon-ecs-agent, of the release whose settings the table has.
AGENT ?= build/amazon-ecs-agent
AGENT_VERSION = $(shell sed -n 's/^const Version = "\(.*\)"/\1/p' constructs/agent/setting.go)

BIN := bin/ecsgpu
VENV := .venv
PEER := test/bench/peer
PEER_TOOLS := $(PEER)/node_modules/.package-lock.json
NODE_TOOLS := node_modules/.package-lock.json
VENV_READY := $(VENV)/.ready
CHECKOV_READY := .venv-checkov/.ready
SOLVER_READY := .venv-solver/.ready

# Packages whose tests need no JavaScript: jsii does not survive the race detector.
PURE = $(shell go list -test -f '{{$$pure := true}}{{range .Deps}}{{if eq . "github.com/aws/jsii-runtime-go"}}{{$$pure = false}}{{end}}{{end}}{{if $$pure}}{{.ImportPath}}{{end}}' ./... | sed -n 's/\.test$$//p')

# Packages that have goldens take the flag -update.
WITH_GOLDENS = $(shell grep -rlE --include='*_test.go' 'snapshot\.(Match|Main)|flag.Bool."update"' cmd constructs stacks test examples/*_test.go 2>/dev/null | xargs -n1 dirname | sort -u | sed 's|^|./|')

# Fuzz targets, as package:function.
FUZZ = $(shell grep -rhoE --include='*_test.go' -H '^func Fuzz[A-Za-z0-9_]+' cmd constructs test 2>/dev/null | sed -E 's|/[^/]+_test\.go:func |:|; s|^|./|')

.DEFAULT_GOAL := help
.PHONY: help build test lint fmt race golden platform-team peer bench fuzz properties tools cfnlint checkov boot agent attack solver e2e ci clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-13s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build the command as bin/ecsgpu
	go build -o $(BIN) ./cmd/ecsgpu

test: $(NODE_TOOLS) ## run all tests
	go test ./...

lint: ## check format, go.mod, go vet and staticcheck
	@unformatted=$$(gofmt -l cmd constructs internal stacks $(wildcard examples test)); \
	if [ -n "$$unformatted" ]; then echo "not formatted; run make fmt:"; echo "$$unformatted"; exit 1; fi
	go mod tidy -diff
	go vet -tags e2e,agent,boot,checkov,attack,solver ./...
	go run $(STATICCHECK) -tags e2e,agent,boot,checkov,attack,solver ./...

fmt: ## format the Go code
	gofmt -w cmd constructs internal stacks $(wildcard examples test)

race: ## run the tests that need no JavaScript under the race detector
	go test -race $(PURE)

golden: $(NODE_TOOLS) ## rewrite the goldens; read the difference before you commit it
	go test $(WITH_GOLDENS) -update
	cd examples/platform-team && go test . -update
	git --no-pager diff --stat

platform-team: $(NODE_TOOLS) ## build and test the module of examples/platform-team outside this repository
	go test -count=1 ./test/importer

peer: $(NODE_TOOLS) $(PEER_TOOLS) ## hold the stack that bench compares with, in JavaScript, against ours
	JSII_NODE=$(CURDIR)/node_modules/node/bin/node go test -tags peer ./test/bench

agent: $(AGENT)/VERSION ## hold the table of the ECS agent's settings, and those of all goldens, against the agent's own parser
	go test -count=1 -tags agent ./constructs/agent -agent $(abspath $(AGENT))

bench: tools $(PEER_TOOLS) ## measure speed: a table, and build/bench.json
	go build -o build/bench ./test/bench
	build/bench

fuzz: ## run each fuzz target for FUZZTIME (20s)
	@for target in $(FUZZ); do \
		echo "$$target"; \
		go test "$${target%%:*}" -run '^$$' -fuzz "^$${target##*:}\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x || exit 1; \
	done

properties: $(NODE_TOOLS) ## draw PROPERTIES (500) stacks of valid props, and as many with mistakes
	go test -count=1 -timeout 60m ./test/properties -rapid.checks=$(PROPERTIES) -rapid.seed=$(SEED)

tools: $(NODE_TOOLS) $(VENV_READY) ## install the pinned tools in node_modules and .venv

cfnlint: build $(VENV_READY) ## run cfn-lint on the template of every stack
	@mkdir -p build
	@for stack in $$($(BIN) list); do \
		$(BIN) synth "$$stack" --validate never > "build/$$stack.yaml" || exit 1; \
		echo "cfn-lint $$stack"; \
		$(VENV)/bin/cfn-lint "build/$$stack.yaml" || exit 1; \
	done

checkov: $(NODE_TOOLS) $(CHECKOV_READY) ## run checkov on the template of every stack and example
	go test -tags checkov -count=1 -run Checkov -v ./test/security

boot: $(NODE_TOOLS) ## run the boot script of every pool under a real systemd; needs Linux
	@for each in systemctl unshare ip curl; do \
		command -v $$each > /dev/null || { echo "make boot needs $$each (packages systemd, util-linux, iproute2, curl)"; exit 1; }; \
	done
	JSII_NODE=$(CURDIR)/node_modules/node/bin/node go test -tags boot -count=1 -parallel 8 -timeout 30m ./test/boot

attack: $(NODE_TOOLS) ## attack the command: hostile names, templates, directories, signals, programs; needs Linux
	go test -tags attack -count=1 -parallel 4 -timeout 30m ./test/attack

solver: build $(SOLVER_READY) ## hold the plan of CASES (500) drawn clusters against an exact solver, in build/solver.json
	@mkdir -p build
	cd test/solver && ../../$(dir $(SOLVER_READY))bin/python -m unittest --quiet judge.test_judge
	go test -tags solver -count=1 -timeout 60m ./test/solver -solver.seed=$(SEED) -solver.cases=$(CASES) -solver.report=$(CURDIR)/build/solver.json

e2e: tools ## deploy the stacks to a local AWS with the CDK CLI and the AWS CLI
	go test -tags e2e -count=1 -timeout 20m -v ./test/e2e

ci: ## run what CI runs
	.ci/run

clean: ## remove what the other targets made
	rm -rf bin build cdk.out node_modules $(PEER)/node_modules $(VENV) $(dir $(CHECKOV_READY)) $(dir $(SOLVER_READY))

build/amazon-ecs-agent/VERSION:
	git clone --quiet --depth 1 --branch v$(AGENT_VERSION) https://github.com/aws/amazon-ecs-agent $(@D)

# npm leaves these files behind when it has finished.
node_modules/.package-lock.json: package.json package-lock.json .npmrc
	npm ci
	@touch $@

$(PEER)/node_modules/.package-lock.json: $(PEER)/package.json $(PEER)/package-lock.json $(PEER)/.npmrc
	cd $(PEER) && npm ci
	@touch $@

$(VENV_READY): test/requirements.txt
$(CHECKOV_READY): test/checkov-requirements.txt
$(SOLVER_READY): test/solver/requirements.txt
$(VENV_READY) $(CHECKOV_READY) $(SOLVER_READY):
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@
