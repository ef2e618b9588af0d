package fromtemplate

import (
	"cmp"
	"encoding/base64"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/userdata"
)

// agentText is a text that has a part in the start of an instance, with the
// place and the parameters of what it sets.
type agentText struct {
	role   userdata.Role
	parts  []cloudformation.Part
	origin inventory.Fact[string]
}

// userData reads a UserData property.
func userData(v cloudformation.Value) agentText {
	t := agentText{role: userdata.Script}
	decoded := v.Decoded()
	plain, isPlain := v.Text()
	switch {
	case decoded.IsAbsent() && isPlain:
		t.origin, t.parts = plainUserData(v, plain)
	case decoded.IsAbsent():
		t.origin, t.parts = text(v), v.Parts() // absent, or unknown
	default:
		t.origin, t.parts = text(decoded), decoded.Parts()
	}
	return t
}

// plainUserData returns user data without Fn::Base64: it must be encoded by hand.
func plainUserData(v cloudformation.Value, encoded string) (inventory.Fact[string], []cloudformation.Part) {
	f := text(v)
	script, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || !utf8.Valid(script) {
		f.Value, f.Reason = fact.NotKnown[string](), "not encoded in base64"
		return f, nil
	}
	f.Value, f.Text = fact.Of(string(script)), string(script)
	return f, []cloudformation.Part{{Text: f.Text}}
}

// initTexts returns the files and commands of AWS::CloudFormation::Init metadata
// that configure the agent. cfn-init takes commands in the order of their names.
func initTexts(metadata cloudformation.Value) []agentText {
	if metadata.IsUnknown() {
		return []agentText{{role: userdata.InitCommand, origin: text(metadata)}}
	}
	var all []agentText
	for _, name := range metadata.Keys() {
		if name == "configSets" {
			continue
		}
		files, commands := metadata.Get(name, "files"), metadata.Get(name, "commands")
		for _, file := range files.Keys() {
			if path.Clean(file) == "/etc/ecs/ecs.config" {
				content := files.Get(file, "content") // without, it is fetched from somewhere
				all = append(all, agentText{userdata.InitFile, content.Parts(), text(content)})
			}
		}
		for _, command := range slices.Sorted(slices.Values(commands.Keys())) {
			if v := commands.Get(command, "command"); len(v.Parts()) > 0 {
				all = append(all, agentText{userdata.InitCommand, v.Parts(), text(v)})
			}
		}
	}
	return all
}

// readAgent reads the agent's configuration out of texts.
func readAgent(place cloudformation.Place, sources ...agentText) inventory.AgentConfig {
	sources = slices.DeleteFunc(sources, func(t agentText) bool { return t.role == userdata.Script && t.origin.IsAbsent() })
	texts := make([]userdata.Text, 0, len(sources))
	for _, source := range sources {
		t := userdata.Text{Role: source.role}
		for _, part := range source.parts {
			t.Pieces = append(t.Pieces, userdata.Piece{Text: part.String(), Hole: part.Hole != ""})
		}
		texts = append(texts, t)
	}
	r := userdata.Read(texts...)
	a := inventory.AgentConfig{
		Settings:             inventory.Map{Open: r.Open, Place: place},
		DefaultRuntimeNVIDIA: r.DefaultRuntimeNVIDIA,
		Bottlerocket:         r.Bottlerocket,
		Windows:              r.Windows,
		Units:                r.Units,
		Signals:              r.Signals,
		SignalsOnlySuccess:   r.SignalsOnlySuccess,
		InitResource:         r.InitResource,
	}
	for name, value := range r.Settings {
		a.Settings.Set(name, sources[value.Source].factOf(value))
	}
	return a
}

// factOf returns a value with the place, the parameters and the references that it
// has from its text.
func (t agentText) factOf(v userdata.Value) inventory.Fact[string] {
	f := inventory.Fact[string]{
		Place: t.origin.Place, Parameters: t.origin.Parameters, Text: v.Text,
		Value: fact.Of(v.Text),
	}
	if !v.Known {
		f.Value, f.Reason = fact.NotKnown[string](), cmp.Or(v.Reason, t.origin.Reason)
	}
	for _, i := range v.Holes {
		if reference := t.parts[i].Reference; reference.LogicalID != "" {
			f.References = append(f.References, reference)
		}
	}
	return f
}
