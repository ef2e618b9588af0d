package workstation

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// account isolates a test from the account of whoever runs it.
func account(t *testing.T, credentials, config string) {
	t.Helper()
	dir := t.TempDir()
	for _, variable := range []string{
		"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION",
		"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI",
	} {
		t.Setenv(variable, "")
	}
	for variable, text := range map[string]string{"AWS_SHARED_CREDENTIALS_FILE": credentials, "AWS_CONFIG_FILE": config} {
		path := filepath.Join(dir, variable)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		t.Setenv(variable, path)
	}
}

func TestCredentials(t *testing.T) {
	for name, test := range map[string]struct {
		credentials, config string
		variables           map[string]string
		found               bool
	}{
		"nothing":                             {},
		"keys in the environment":             {variables: map[string]string{"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}, found: true},
		"half of the keys":                    {variables: map[string]string{"AWS_ACCESS_KEY_ID": "a"}},
		"a container's role":                  {variables: map[string]string{"AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://x"}, found: true},
		"keys of the default profile":         {credentials: "[default]\naws_access_key_id = a\n", found: true},
		"keys of another profile only":        {credentials: "[other]\naws_access_key_id = a\n"},
		"keys of the profile that is chosen":  {credentials: "[other]\naws_access_key_id = a\n", variables: map[string]string{"AWS_PROFILE": "other"}, found: true},
		"single sign-on in the configuration": {config: "[profile work]\nsso_session = s\n", variables: map[string]string{"AWS_PROFILE": "work"}, found: true},
		"a profile that only has a Region":    {config: "[default]\nregion = us-east-1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			account(t, test.credentials, test.config)
			for variable, value := range test.variables {
				t.Setenv(variable, value)
			}
			finding := credentials()
			assert.Equal(t, test.found, finding.Found, finding.Detail)
			assert.NotEmpty(t, finding.Detail)
		})
	}
}

func TestRegion(t *testing.T) {
	account(t, "", "[default]\nregion = eu-west-1 \n")
	assert.Contains(t, region().Detail, "eu-west-1 (")
	t.Setenv("AWS_DEFAULT_REGION", "eu-west-2")
	assert.Equal(t, "eu-west-2 (AWS_DEFAULT_REGION)", region().Detail)
	t.Setenv("AWS_REGION", "eu-west-3")
	assert.Equal(t, "eu-west-3 (AWS_REGION)", region().Detail)
	account(t, "", "")
	assert.False(t, region().Found)
}
