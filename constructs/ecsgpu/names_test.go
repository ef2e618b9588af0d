package ecsgpu_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A constant of a closed set starts with its type, as in the AWS SDK for Go:
// completion then lists the set, and no two sets fight for a name.
func TestNames_ofConstantsStartWithTheirType(t *testing.T) {
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	seen := 0
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		require.NoError(t, err)
		for _, declaration := range file.Decls {
			if constants, ok := declaration.(*ast.GenDecl); ok && constants.Tok == token.CONST {
				seen += checkConstants(t, constants)
			}
		}
	}
	assert.Greater(t, seen, 20)
}

// checkConstants returns how many constants of an exported type it has seen.
func checkConstants(t *testing.T, constants *ast.GenDecl) int {
	seen := 0
	for _, each := range constants.Specs {
		spec := each.(*ast.ValueSpec)
		set, ok := spec.Type.(*ast.Ident)
		if !ok || !set.IsExported() {
			continue
		}
		for _, name := range spec.Names {
			assert.True(t, strings.HasPrefix(name.Name, set.Name), "%s is a %s", name, set)
			seen++
		}
	}
	return seen
}
