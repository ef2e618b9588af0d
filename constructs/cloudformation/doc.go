// Package cloudformation reads CloudFormation as text and evaluates it as far as that
// can be done without an AWS account.
//
// A template is parsed once ([Parse]) and evaluated under an [Environment], the
// values that a deployment would supply. What a deployment alone can tell (an
// attribute of a resource, an import from another stack, an SSM parameter)
// stays unknown: it is never guessed, and every [Value] says whether it is
// absent, known or unknown, where it was written, and which parameters and
// resources it came from.
package cloudformation
