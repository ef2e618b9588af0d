package workstation

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// credentials looks where the AWS SDKs look first. Instance and container
// roles cannot be told without a request.
func credentials() Finding {
	finding := Finding{Subject: "AWS credentials", Needed: true}
	profile := profileName()
	switch {
	case os.Getenv("AWS_ACCESS_KEY_ID") != "" && os.Getenv("AWS_SECRET_ACCESS_KEY") != "":
		finding.Found, finding.Detail = true, "AWS_ACCESS_KEY_ID in the environment"
	case os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "":
		finding.Found, finding.Detail = true, "AWS_WEB_IDENTITY_TOKEN_FILE in the environment"
	case os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") != "" || os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") != "":
		finding.Found, finding.Detail = true, "the container's role"
	default:
		for _, file := range []string{credentialsFile(), configFile()} {
			if keys := readProfile(file, profile); hasCredentials(keys) {
				finding.Found, finding.Detail = true, fmt.Sprintf("profile %s in %s", profile, file)
				return finding
			}
		}
		finding.Detail = "run `aws configure` or `aws configure sso`, or set AWS_PROFILE; synthesis does without"
	}
	return finding
}

func hasCredentials(keys map[string]string) bool {
	for _, key := range []string{"aws_access_key_id", "sso_session", "sso_start_url", "role_arn", "credential_process", "login_session"} {
		if keys[key] != "" {
			return true
		}
	}
	return false
}

func region() Finding {
	finding := Finding{Subject: "AWS region", Needed: true}
	for _, variable := range []string{"AWS_REGION", "AWS_DEFAULT_REGION"} {
		if value := os.Getenv(variable); value != "" {
			finding.Found, finding.Detail = true, fmt.Sprintf("%s (%s)", value, variable)
			return finding
		}
	}
	if value := readProfile(configFile(), profileName())["region"]; value != "" {
		finding.Found, finding.Detail = true, fmt.Sprintf("%s (%s)", value, configFile())
		return finding
	}
	finding.Detail = "set AWS_REGION, or run `aws configure set region us-east-2`; synthesis does without"
	return finding
}

func profileName() string {
	if name := os.Getenv("AWS_PROFILE"); name != "" {
		return name
	}
	return "default"
}

func credentialsFile() string { return awsFile("AWS_SHARED_CREDENTIALS_FILE", "credentials") }
func configFile() string      { return awsFile("AWS_CONFIG_FILE", "config") }

func awsFile(variable, name string) string {
	if path := os.Getenv(variable); path != "" {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".aws", name)
}

// readProfile reads one profile's keys. The section is [name] in the
// credentials file and [profile name] in the configuration, except for default.
func readProfile(path, profile string) map[string]string {
	keys := map[string]string{}
	file, err := os.Open(path)
	if err != nil {
		return keys
	}
	defer file.Close()
	inside := false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			section := strings.Trim(line, "[] ")
			inside = strings.TrimSpace(strings.TrimPrefix(section, "profile ")) == profile
			continue
		}
		if key, value, ok := strings.Cut(line, "="); ok && inside {
			keys[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return keys
}
