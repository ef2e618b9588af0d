package userdata

import (
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// cloudConfig is what of cloud-init's YAML concerns the agent.
type cloudConfig struct {
	BootCommands []yaml.Node `yaml:"bootcmd"`
	Files        []cloudFile `yaml:"write_files"`
	Commands     []yaml.Node `yaml:"runcmd"`
	PowerState   struct {
		Mode string `yaml:"mode"`
	} `yaml:"power_state"`
	Managers map[string]any `yaml:",inline"`
}

type cloudFile struct {
	Path     string `yaml:"path"`
	Content  string `yaml:"content"`
	Encoding string `yaml:"encoding"`
	Append   bool   `yaml:"append"`
	Source   any    `yaml:"source"`
}

// nvidiaDefault is nvidia as Docker's default runtime, in daemon.json or in its options.
var nvidiaDefault = regexp.MustCompile(`default-runtime["'\s:=\\]+nvidia\b`)

// cloudConfig reads cloud-init's YAML: the files it writes, and the commands it
// runs before and after it does.
func (m *machine) cloudConfig(s string) {
	c, err := decodeCloudConfig(s)
	if err != nil {
		m.config.blur()
		return
	}
	m.script(commands(c.BootCommands), "", false)
	for _, file := range c.Files {
		m.cloudFile(file)
	}
	for _, manager := range []string{"ansible", "chef", "puppet", "salt_minion"} {
		if _, ok := c.Managers[manager]; ok {
			m.config.blur()
		}
	}
	m.script(commands(c.Commands), "", false)
	m.mayStartAgent(c.PowerState.Mode, "")
}

func decodeCloudConfig(s string) (c cloudConfig, err error) {
	defer guard(&err)
	err = yaml.Unmarshal([]byte(s), &c)
	return c, err
}

func (m *machine) cloudFile(f cloudFile) {
	where := reaches(f.Path, "/")
	switch f.Encoding {
	case "", "text/plain":
	case "b64", "base64":
		decoded, ok := decodeBase64(f.Content)
		if !ok && where != never {
			m.config.blur()
			return
		}
		f.Content = decoded
	default: // compressed
		f.Content = unknownMark
	}
	if f.Source != nil {
		f.Content = unknownMark // fetched from somewhere
	}
	if where == never {
		m.mayStartAgent("", f.Content)
		if path.Base(f.Path) == "daemon.json" && nvidiaDefault.MatchString(f.Content) {
			m.DefaultRuntimeNVIDIA = true
		}
		return
	}
	before := m.config.clone()
	if !f.Append {
		m.config = config{}
	}
	m.config.write(f.Content, m.source)
	if where == perhaps {
		m.config = joinConfig(before, m.config)
	}
}

// commands returns the script that cloud-init makes of commands, of which each is
// a line of shell or a list of words.
func commands(nodes []yaml.Node) string {
	var b strings.Builder
	for _, n := range nodes {
		line := n.Value
		var words []string
		if n.Decode(&words) == nil {
			for i, word := range words {
				words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
			}
			line = strings.Join(words, " ")
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
