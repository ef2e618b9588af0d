package ecsgpu

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
)

// EnvironmentFile is an object in S3 with a line NAME=value for each
// environment variable.
type EnvironmentFile struct {
	// Bucket holds the file. Required.
	Bucket awss3.IBucket
	// Key is the file's key, which ends in .env. Required.
	Key string
}

// maxEnvironmentFiles is ECS's limit per container.
const maxEnvironmentFiles = 10

func (c Container) environmentFiles() any {
	if len(c.EnvironmentFiles) == 0 {
		return nil
	}
	var all []any
	for _, each := range c.EnvironmentFiles {
		all = append(all, &awsecs.CfnTaskDefinition_EnvironmentFileProperty{Type: jsii.String("s3"), Value: each.arn()})
	}
	return all
}

func (f EnvironmentFile) arn() *string { return f.Bucket.ArnForObjects(&f.Key) }

// grantRead allows what the ECS developer guide asks for ("Use a file to pass
// environment variables to a container"), and the bucket's key if it has one.
func (f EnvironmentFile) grantRead(role awsiam.Role) {
	role.AddToPolicy(allow([]string{"s3:GetObject"}, *f.arn(), nil))
	role.AddToPolicy(allow([]string{"s3:GetBucketLocation"}, *f.Bucket.BucketArn(), nil))
	if key := f.Bucket.EncryptionKey(); key != nil {
		key.GrantDecrypt(role)
	}
}

func (c Container) checkEnvironmentFiles(field string, all *problems) {
	if len(c.EnvironmentFiles) > maxEnvironmentFiles {
		all.add("%s.EnvironmentFiles must be at most %d, got %d", field, maxEnvironmentFiles, len(c.EnvironmentFiles))
	}
	for i, each := range c.EnvironmentFiles {
		if each.Bucket == nil || !strings.HasSuffix(each.Key, ".env") {
			all.add("%s.EnvironmentFiles[%d] must have a Bucket and a Key that ends in .env, got %q", field, i, each.Key)
		}
	}
}
