package ecsgpu

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outer and inner stand for constructors.
func outer(then func()) { defer alone("outer")(); then() }
func inner(then func()) { defer alone("inner")(); then() }

func nothing() {}

func TestAlone_lets(t *testing.T) {
	t.Run("constructors that call each other", func(t *testing.T) {
		outer(func() { inner(nothing); inner(func() { outer(nothing) }) })
	})
	t.Run("one after another, in other goroutines", func(t *testing.T) {
		for range 3 {
			done := make(chan struct{})
			go func() { defer close(done); outer(nothing) }()
			<-done
		}
	})
	t.Run("one after another that panicked", func(t *testing.T) {
		assert.Panics(t, func() { outer(func() { panic("refused") }) })
		outer(nothing)
	})
}

// While one goroutine is inside a constructor no other may enter one, be it the
// same or another.
func TestAlone_refusesOtherGoroutines(t *testing.T) {
	for name, constructor := range map[string]func(func()){"the same constructor": outer, "another": inner} {
		t.Run(name, func(t *testing.T) {
			outer(func() {
				refused := make(chan error)
				go func() { refused <- Recover(func() { constructor(nothing) }) }()
				assert.ErrorContains(t, <-refused, "another goroutine is creating a construct")
			})
			outer(nothing)
		})
	}
}

// Whatever refuses props is a constructor, and has to be alone.
func TestAlone_isCalledByEveryConstructor(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	constructors := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		for _, declaration := range parsed.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || !function.Name.IsExported() || !calls(function.Body, "refuse") {
				continue
			}
			constructors++
			first, ok := function.Body.List[0].(*ast.DeferStmt)
			assert.True(t, ok && calls(first, "alone"), "%s must begin with defer alone(id)()", function.Name.Name)
		}
	}
	assert.GreaterOrEqual(t, constructors, 9)
}

// calls reports whether a function of this name is called somewhere in a node.
func calls(node ast.Node, name string) (found bool) {
	ast.Inspect(node, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok {
			called, isName := call.Fun.(*ast.Ident)
			found = found || isName && called.Name == name
		}
		return true
	})
	return found
}
