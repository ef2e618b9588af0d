package taskdef

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// converter converts values and collects those that it cannot.
type converter struct {
	evaluation *cloudformation.Evaluation
	unknown    []string
	omitted    []string
}

func (c *converter) value(s shape, value cloudformation.Value) any {
	if value.IsUnknown() {
		return c.filled(value)
	}
	switch value.Kind() {
	case cloudformation.MapKind:
		return c.object(s, value)
	case cloudformation.ListKind:
		return c.list(s, value)
	}
	return scalar(s.kind, value)
}

func (c *converter) object(s shape, value cloudformation.Value) map[string]any {
	converted := map[string]any{}
	for _, key := range value.Keys() {
		if s.kind == data {
			converted[key] = c.value(shape{kind: text}, value.Get(key))
			continue
		}
		f := s.fields[key]
		converted[f.apiName(key)] = c.value(f.shape, value.Get(key))
	}
	return converted
}

func (c *converter) list(s shape, value cloudformation.Value) []any {
	converted := []any{}
	var items shape
	if s.items != nil {
		items = *s.items
	}
	for _, item := range value.Items() {
		if !item.IsAbsent() {
			converted = append(converted, c.value(items, item))
		}
	}
	return converted
}

// scalar writes a scalar as the API wants it; what does not fit stays as it is,
// for ECS to refuse by name.
func scalar(k kind, value cloudformation.Value) any {
	written, _ := value.Text()
	switch {
	case k == integer:
		if n, ok := value.Int(); ok {
			return n
		}
	case k == boolean:
		if b, ok := value.Bool(); ok {
			return b
		}
	case k == text:
		return written
	}
	switch value.Kind() {
	case cloudformation.NumberKind:
		if n, ok := value.Int(); ok {
			return n
		}
		f, _ := value.Float()
		return f
	case cloudformation.BoolKind:
		b, _ := value.Bool()
		return b
	}
	return written
}

// filled returns a text with its holes filled by what the template says of the
// resources that they name.
func (c *converter) filled(value cloudformation.Value) any {
	var text strings.Builder
	parts := value.Parts()
	for _, part := range parts {
		name, known := part.Text, true
		if part.Hole != "" {
			name, known = c.physicalName(part.Reference)
		}
		if !known {
			return c.giveUp(value)
		}
		text.WriteString(name)
	}
	if len(parts) == 0 {
		return c.giveUp(value)
	}
	return text.String()
}

func (c *converter) giveUp(value cloudformation.Value) any {
	c.unknown = append(c.unknown, fmt.Sprintf("%s (%s)", value.Place().Path, value.Reason()))
	return nil
}

// refusal returns what is missing, and what to do.
func (c *converter) refusal() error {
	message := "only a deployment knows " + strings.Join(c.unknown, "; ")
	if strings.Contains(message, "AWS::AccountId") {
		message += "; give the account with --account"
	}
	return errors.New(message)
}

// namedBy are the resources whose Ref is a name that the template may give.
var namedBy = map[string]string{
	"AWS::Logs::LogGroup":  "LogGroupName",
	"AWS::ECR::Repository": "RepositoryName",
	"AWS::S3::Bucket":      "BucketName",
}

// physicalName returns the name of a resource, if the template gives it one.
func (c *converter) physicalName(reference cloudformation.Reference) (string, bool) {
	if reference.LogicalID == "" || reference.Attribute != "" {
		return "", false
	}
	resource, ok := c.evaluation.Resource(reference.LogicalID)
	if !ok {
		return "", false
	}
	property, ok := namedBy[resource.Type]
	if !ok {
		return "", false
	}
	return resource.Properties.Get(property).Text()
}
