package snapshot

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
)

// normalize leaves out of a template what says nothing about the stack; the
// package's documentation lists the steps. Assets are the hashes of the stack's
// assets.
func normalize(template []byte, assets []string) ([]byte, error) {
	document, err := readObject(template)
	if err != nil {
		return nil, fmt.Errorf("the template does not read as JSON: %w", err)
	}
	for _, noise := range noises {
		if document, err = document.without(noise.section, noise.key); err != nil {
			return nil, err
		}
	}
	text := nameAssets(document.text(), assets)
	return ssmParameter.ReplaceAll(text, []byte("$1")), nil
}

// noises are entries that CDK adds to templates on its own account.
var noises = []struct{ section, key string }{
	{"Parameters", "BootstrapVersion"},
	{"Rules", "CheckBootstrapVersion"},
	{"Resources", "CDKMetadata"},
	{"Conditions", "CDKMetadataAvailable"},
}

// ssmParameter is the logical id of a parameter that CDK created for a value in
// SSM (aws-ssm/lib/parameter.ts: a constant follows the parameter's name).
var ssmParameter = regexp.MustCompile(`\b(SsmParameterValue\w*?)C96584B6F00A464EAD1953AFF4B05118Parameter\b`)

// nameAssets replaces the hashes of assets by numbers, in the order in which
// the template names them.
func nameAssets(text []byte, hashes []string) []byte {
	var named []string
	for _, hash := range hashes {
		if bytes.Contains(text, []byte(hash)) {
			named = append(named, hash)
		}
	}
	slices.SortFunc(named, func(a, b string) int {
		return cmp.Compare(bytes.Index(text, []byte(a)), bytes.Index(text, []byte(b)))
	})
	for i, hash := range named {
		text = bytes.ReplaceAll(text, []byte(hash), fmt.Appendf(nil, "ASSET%d", i+1))
	}
	return text
}
