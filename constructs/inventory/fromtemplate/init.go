package fromtemplate

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// addInit reads what cfn-init would do: files and commands of
// AWS::CloudFormation::Init metadata.
func addInit(a *inventory.AgentConfig, metadata cloudformation.Value) {
	if metadata.IsUnknown() {
		a.Settings.Open = true
		return
	}
	for _, name := range metadata.Keys() {
		if name == "configSets" {
			continue
		}
		config := metadata.Get(name)
		initFiles(a, config.Get("files"))
		initCommands(a, config.Get("commands"))
	}
}

func initFiles(a *inventory.AgentConfig, files cloudformation.Value) {
	for _, path := range files.Keys() {
		if !strings.HasSuffix(path, configName) {
			continue
		}
		content := files.Get(path, "content")
		if _, _, ok := marked(content); !ok {
			a.Settings.Open = true // fetched from somewhere
			continue
		}
		script, holes, _ := marked(content)
		u := userDataReader{agent: a, holes: holes, origin: text(content)}
		u.truncate(false)
		u.config(script, false)
	}
}

// initCommands runs the commands in the order of their names, as cfn-init does.
func initCommands(a *inventory.AgentConfig, commands cloudformation.Value) {
	for _, name := range slices.Sorted(slices.Values(commands.Keys())) {
		command := commands.Get(name, "command")
		if script, holes, ok := marked(command); ok {
			u := userDataReader{agent: a, holes: holes, origin: text(command)}
			before := len(a.Units)
			u.script(script, 1)
			for i := range a.Units[before:] {
				a.Units[before+i].Perhaps = true // where the script calls cfn-init is not followed
			}
		}
	}
}

func marked(v cloudformation.Value) (script string, holes []cloudformation.Part, ok bool) {
	holes = v.Parts()
	return withMarks(holes), holes, len(holes) > 0
}
