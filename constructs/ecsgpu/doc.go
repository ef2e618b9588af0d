// Package ecsgpu holds the CDK constructs of a GPU cluster on Amazon ECS: a
// [Network], a [Cluster], its pools of container instances ([Pool]) and the
// task definitions that run on them ([TaskDefinition]).
//
// Props are plain Go values, and the zero value of a field is its documented
// default. A constructor looks at all of its props before it creates anything
// and refuses what could not work with one panic that carries a
// [*RefusedError], which lists every problem; see [Recover] for turning that
// panic back into an error.
//
// What a construct creates is exported as CDK objects, so that whatever these
// props do not cover is one property away. Nothing here reads the consumer's
// feature flags, and nothing is backed by a Lambda function.
package ecsgpu
