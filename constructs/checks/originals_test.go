package checks

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The two public demonstrations behind the project are found guilty of what is
// known to be wrong with them. What no rule can see is listed with its reason.
func TestRules_originals(t *testing.T) {
	originals := []struct {
		file    string
		defects map[string]string // defect: rule
		unseen  map[string]string // defect: why no rule sees it
	}{
		{
			file: "../inventory/fromtemplate/testdata/original-tensorflow-test.yaml",
			defects: map[string]string{
				"four misspelt instance sizes among the allowed values":          "ecsgpu-lifecycle-unknown-type",
				"the GPU instance profile is unused":                             "ecsgpu-security-unused-profile",
				"under bash -e the signal can only report success":               "ecsgpu-scaling-signal",
				"the Region of the logs is written out":                          "ecsgpu-logs-region",
				"nobody creates the log group of the GPU tasks":                  "ecsgpu-logs-group",
				"one vCPU feeds 4 and 8 GPUs":                                    "ecsgpu-requests-cpu-cap",
				"duplicate Description":                                          "ecsgpu-template-problem",
				"launch configurations":                                          "ecsgpu-lifecycle-launch-configuration",
				"Amazon Linux 2 images past their end of life":                   "ecsgpu-image-end-of-life",
				"P2 and P3 are no longer offered":                                "ecsgpu-lifecycle-retired-type",
				"the GPU image has no driver for P2":                             "ecsgpu-image-driver",
				"a moving image replaces the fleet and kills running tasks":      "ecsgpu-scaling-latest-image",
				"nothing scales, and GPUs idle at full price":                    "ecsgpu-scaling-idle-gpus",
				"the default GPU instance runs neither the 4 nor the 8 GPU task": someValuesID,
				"IMDSv1":                             "ecsgpu-security-imdsv1",
				"30 GiB for images with CUDA inside": "ecsgpu-scaling-root-volume",
			},
			unseen: map[string]string{
				"no task definition uses the execution role": "another stack may import it: every role is exported",
			},
		},
		{
			file: "../inventory/fromtemplate/testdata/original-dsstne.yaml",
			defects: map[string]string{
				"privileged and without a GPU requirement":   "ecsgpu-requests-privileged",
				"SSH open to the world":                      "ecsgpu-security-open-ssh",
				"P2 among the allowed types":                 "ecsgpu-lifecycle-retired-type",
				"G2 is gone from the catalogue":              "ecsgpu-lifecycle-unknown-type",
				"launch configuration":                       "ecsgpu-lifecycle-launch-configuration",
				"the signal can only report success":         "ecsgpu-scaling-signal",
				"a GPU that always runs":                     "ecsgpu-scaling-idle-gpus",
				"the volume is encrypted only by an account": "ecsgpu-security-unencrypted-volume",
			},
			unseen: map[string]string{
				"images are built on the GPU instance":           "the commands are in cfn-init's metadata, which the inventory does not keep; in user data ecsgpu-image-built-at-boot sees them",
				"bucket and repository block deletion":           "buckets and repositories are no part of a cluster's inventory",
				"the text says P2, the template G2 and one node": "the text is elsewhere",
				"the service role is unused":                     "roles that ECS itself assumes are named at run time",
			},
		},
	}
	for _, original := range originals {
		t.Run(original.file, func(t *testing.T) {
			found := ids(checkFile(t, original.file))
			for defect, rule := range original.defects {
				assert.Contains(t, found, rule, defect)
			}
			assert.NotEmpty(t, original.unseen)
		})
	}
}
