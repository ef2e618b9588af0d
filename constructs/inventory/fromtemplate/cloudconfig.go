package fromtemplate

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// cloudConfig reads cloud-init's YAML: the files it writes, then the commands it runs.
func (u *userDataReader) cloudConfig(s string, depth int) {
	document, err := decodeCloudConfig(s)
	if err != nil || document == nil {
		u.open()
		return
	}
	for _, command := range sequence(lookUp(document, "bootcmd")) {
		u.cloudCommand(command, depth)
	}
	for _, file := range sequence(lookUp(document, "write_files")) {
		u.cloudFile(file)
	}
	for _, command := range sequence(lookUp(document, "runcmd")) {
		u.cloudCommand(command, depth)
	}
	u.mayStartAgent(scalar(lookUp(lookUp(document, "power_state"), "mode")), "")
}

// decodeCloudConfig guards against a fault of the decoder: no user data may end the process.
func decodeCloudConfig(s string) (root *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			root, err = nil, nil
		}
	}()
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(s), &document); err != nil || len(document.Content) == 0 {
		return nil, err
	}
	return document.Content[0], nil
}

func (u *userDataReader) cloudFile(file *yaml.Node) {
	path, content := scalar(lookUp(file, "path")), scalar(lookUp(file, "content"))
	if !strings.HasSuffix(path, configName) {
		u.mayStartAgent("", content)
		if strings.HasSuffix(path, "daemon.json") && nvidiaDefault.MatchString(content) {
			u.agent.DefaultRuntimeNVIDIA = true
		}
		if hasMark(path) {
			u.open()
		}
		return
	}
	switch encoding := scalar(lookUp(file, "encoding")); encoding {
	case "", "text/plain":
	case "b64", "base64":
		decoded, ok := decodeBase64(content)
		if !ok {
			u.open()
			return
		}
		content = decoded
	default:
		u.open() // compressed
		return
	}
	if scalar(lookUp(file, "append")) != "true" {
		u.truncate(false)
	}
	u.config(content, false)
}

// cloudCommand runs a command, which is a line of shell or a list of words.
func (u *userDataReader) cloudCommand(command *yaml.Node, depth int) {
	if command.Kind == yaml.ScalarNode {
		u.script(command.Value, depth)
		return
	}
	var words []string
	for _, word := range sequence(command) {
		words = append(words, "'"+strings.ReplaceAll(scalar(word), "'", `'\''`)+"'")
	}
	if len(words) > 0 && words[0] == "'cloud-init-per'" && len(words) > 3 {
		words = words[3:]
	}
	u.script(strings.Join(words, " "), depth)
}

func lookUp(n *yaml.Node, key string) *yaml.Node {
	n = behindAlias(n)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return behindAlias(n.Content[i+1])
		}
	}
	return nil
}

func behindAlias(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func sequence(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	items := make([]*yaml.Node, 0, len(n.Content))
	for _, item := range n.Content {
		items = append(items, behindAlias(item))
	}
	return items
}

func scalar(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}
