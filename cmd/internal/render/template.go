// Package render turns results into the text that the command prints.
package render

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// TemplateFormat is how a template is printed.
type TemplateFormat string

// The formats that CloudFormation reads.
const (
	YAML TemplateFormat = "yaml"
	JSON TemplateFormat = "json"
)

// TemplateFormats returns both formats, the default first.
func TemplateFormats() []TemplateFormat { return []TemplateFormat{YAML, JSON} }

// ParseTemplateFormat reads the value of --format.
func ParseTemplateFormat(text string) (TemplateFormat, error) {
	return cli.Word("--format", text, TemplateFormats())
}

// Template prints a template, given as JSON, for a reader.
func Template(document []byte, format TemplateFormat) (output.Text, error) {
	if format == YAML {
		text, err := cloudformation.FormatYAML(document)
		return output.Document(text), err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, document, "", "  "); err != nil {
		return output.Text{}, fmt.Errorf("the template does not read as JSON: %w", err)
	}
	return output.JSONDocument(append(bytes.TrimRight(out.Bytes(), "\n"), '\n')), nil
}
