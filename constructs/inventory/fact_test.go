package inventory

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/fact"
)

func TestFact_defaults(t *testing.T) {
	var f Fact[int]
	assert.Equal(t, fact.Absent, f.State())
	assert.True(t, f.IsAbsent())
	assert.Equal(t, "absent", f.String())
	_, ok := f.Get()
	assert.False(t, ok)
	v, ok := f.Or(7)
	assert.True(t, ok)
	assert.Equal(t, 7, v)
}

func TestFact_known(t *testing.T) {
	f := KnownAt(3, "MaxCapacity")
	assert.True(t, f.IsKnown())
	assert.Equal(t, "3", f.String())
	assert.Equal(t, "MaxCapacity", f.Place.Path)
	v, ok := f.Or(7)
	assert.True(t, ok)
	assert.Equal(t, 3, v)
	empty := Known("")
	assert.True(t, empty.IsKnown(), "an empty text is known")
}

func TestFact_unknownNeverTakesTheDefault(t *testing.T) {
	f := NotKnown[int]("a token")
	assert.True(t, f.IsUnknown())
	assert.Equal(t, "unknown", f.String())
	_, ok := f.Or(7)
	assert.False(t, ok)
	_, ok = f.Get()
	assert.False(t, ok)
}

func TestFact_textThatIsNoNumber(t *testing.T) {
	n := intFact(Known(" 12 "))
	v, ok := n.Get()
	assert.True(t, ok)
	assert.Equal(t, 12, v)
	n = intFact(Known("a lot"))
	assert.True(t, n.IsUnknown())
	assert.Equal(t, "a lot", n.Text)
	assert.True(t, intFact(Fact[string]{}).IsAbsent())
	b, ok := boolFact(Known("True")).Get()
	assert.True(t, ok && b)
}

func TestList(t *testing.T) {
	var none List[int]
	assert.True(t, none.IsAbsent())
	assert.True(t, none.Complete())
	empty := ListOf[int]()
	assert.False(t, empty.IsAbsent())
	values, complete := Values(KnownsAt("InstanceTypes", "a", "b"))
	assert.Equal(t, []string{"a", "b"}, values)
	assert.True(t, complete)
	l := Knowns("a")
	l.Items = append(l.Items, NotKnown[string]("x"))
	values, complete = Values(l)
	assert.Equal(t, []string{"a"}, values)
	assert.False(t, complete)
}

func TestMap(t *testing.T) {
	m := MapOf(map[string]string{"b": "2", "a": "1"})
	assert.Equal(t, []string{"a", "b"}, m.Names())
	v, _ := m.Get("a").Get()
	assert.Equal(t, "1", v)
	assert.True(t, m.Get("c").IsAbsent())
	m.Open = true
	assert.True(t, m.Get("c").IsUnknown())
	assert.True(t, m.Get("a").IsKnown())
}
