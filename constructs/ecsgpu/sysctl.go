package ecsgpu

import (
	"github.com/ecsgpu/cdk/constructs/ecsgpu/internal/boot"
	"github.com/ecsgpu/cdk/constructs/images"
)

// sysctls returns what the image needs to drive a type (g6f.large has too
// little memory for the driver's allocations), on the instances of that type
// alone.
func (p *Pool) sysctls() []boot.Sysctl {
	byValue := map[string][]string{}
	for _, t := range p.types {
		if setting := images.Supports(p.image, t).Sysctl; setting != "" {
			byValue[setting] = append(byValue[setting], t.Name)
		}
	}
	var all []boot.Sysctl
	for _, setting := range sortedKeys(byValue) {
		names := byValue[setting]
		if len(names) == len(p.types) {
			names = nil
		}
		all = append(all, boot.Sysctl{Setting: setting, Types: names})
	}
	return all
}
