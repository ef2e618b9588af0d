package checks

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
)

// TestRun_unknownAddsNoError makes any facts of any template unknown, and never
// finds an error that was not there when they were known. The errors of a task
// that does not fit count as one: with less known, another dimension may be the
// one that speaks for the task.
func TestRun_unknownAddsNoError(t *testing.T) {
	files := append(glob(t, "testdata/*/*.yaml", "../inventory/fromtemplate/testdata/*.yaml"), glob(t, "testdata/correct/*.json")...)
	require.NotEmpty(t, files)
	rapid.Check(t, func(t *rapid.T) {
		file := rapid.SampledFrom(files).Draw(t, "file")
		before := errorsOf(Run(readInventory(t, file)))
		inv := readInventory(t, file)
		facts := unknowables(reflect.ValueOf(inv))
		if len(facts) == 0 {
			return // nothing of ECS in it
		}
		for range rapid.IntRange(1, 4).Draw(t, "facts") {
			facts[rapid.IntRange(0, len(facts)-1).Draw(t, "fact")]()
		}
		for key := range errorsOf(Run(inv)) {
			if !before[key] {
				t.Fatalf("%s: making facts unknown added %s", file, key)
			}
		}
	})
}

func readInventory(t interface{ Fatalf(string, ...any) }, file string) *inventory.Inventory {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v", err)
	}
	parsed, err := cloudformation.Parse(filepath.Base(file), text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	inv, err := fromtemplate.Read(parsed, cloudformation.Environment{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return inv
}

func errorsOf(findings []Finding) map[string]bool {
	keys := map[string]bool{}
	for _, f := range findings {
		if f.Severity != Error {
			continue
		}
		id := f.ID
		if f.task != "" {
			id = "fit of " + f.task
		}
		keys[id+" "+f.Place.LogicalID] = true
	}
	return keys
}

// unknowables are functions that each make one fact, list, map or link of a
// value unknown.
func unknowables(v reflect.Value) []func() {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return unknowables(v.Elem())
		}
	case reflect.Slice:
		var all []func()
		for i := range v.Len() {
			all = append(all, unknowables(v.Index(i))...)
		}
		return all
	case reflect.Map:
		return entriesOf(v)
	case reflect.Struct:
		return fieldsOf(v)
	}
	return nil
}

func fieldsOf(v reflect.Value) []func() {
	name := v.Type().Name()
	if strings.HasPrefix(name, "Fact[") {
		return []func(){func() { forget(v) }}
	}
	var all []func()
	if name == "Link" {
		all = append(all, func() { v.Set(reflect.ValueOf(inventory.Link{Fact: inventory.NotKnown[string]("test")})) })
		return all
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() || field.Name == "Place" {
			continue
		}
		if field.Name == "Open" && field.Type.Kind() == reflect.Bool {
			open := v.Field(i)
			all = append(all, func() { open.SetBool(true) })
			continue
		}
		all = append(all, unknowables(v.Field(i))...)
	}
	return all
}

// entriesOf are the entries of the environment and other maps of facts.
func entriesOf(v reflect.Value) []func() {
	var all []func()
	for _, key := range v.MapKeys() {
		if _, ok := v.MapIndex(key).Interface().(inventory.Fact[string]); ok {
			all = append(all, func() { v.SetMapIndex(key, reflect.ValueOf(inventory.NotKnown[string]("test"))) })
		}
	}
	return all
}

// forget makes a fact unknown, whatever its type.
func forget(v reflect.Value) {
	switch fact := v.Addr().Interface().(type) {
	case *inventory.Fact[string]:
		*fact = inventory.NotKnown[string]("test")
	case *inventory.Fact[int]:
		*fact = inventory.NotKnown[int]("test")
	case *inventory.Fact[bool]:
		*fact = inventory.NotKnown[bool]("test")
	case *inventory.Fact[float64]:
		*fact = inventory.NotKnown[float64]("test")
	case *inventory.Fact[inventory.GPURequest]:
		*fact = inventory.NotKnown[inventory.GPURequest]("test")
	default:
		panic("a fact of a type that the test does not know: " + v.Type().String())
	}
}
