// Package fromtemplate reads an inventory from a CloudFormation template: [Read]
// under one assignment of the parameters, [Variants] under each that the
// template allows.
package fromtemplate
