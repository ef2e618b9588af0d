package cloudformation

import "strings"

// Functions by their full names. CloudFormation knows more (rule functions, hook
// functions); what is not here is unknown when evaluated.
const (
	fnRef          = "Ref"
	fnCondition    = "Condition"
	fnAnd          = "Fn::And"
	fnBase64       = "Fn::Base64"
	fnCidr         = "Fn::Cidr"
	fnEquals       = "Fn::Equals"
	fnFindInMap    = "Fn::FindInMap"
	fnForEach      = "Fn::ForEach::" // a prefix
	fnGetAtt       = "Fn::GetAtt"
	fnGetAZs       = "Fn::GetAZs"
	fnIf           = "Fn::If"
	fnImportValue  = "Fn::ImportValue"
	fnJoin         = "Fn::Join"
	fnLength       = "Fn::Length"
	fnNot          = "Fn::Not"
	fnOr           = "Fn::Or"
	fnSelect       = "Fn::Select"
	fnSplit        = "Fn::Split"
	fnSub          = "Fn::Sub"
	fnToJSONString = "Fn::ToJsonString"
	fnTransform    = "Fn::Transform"
)

// shortForms are the YAML tags of the functions.
var shortForms = map[string]string{
	"!Ref": fnRef, "!Condition": fnCondition, "!And": fnAnd, "!Base64": fnBase64,
	"!Cidr": fnCidr, "!Equals": fnEquals, "!FindInMap": fnFindInMap, "!GetAtt": fnGetAtt,
	"!GetAZs": fnGetAZs, "!If": fnIf, "!ImportValue": fnImportValue, "!Join": fnJoin,
	"!Length": fnLength, "!Not": fnNot, "!Or": fnOr, "!Select": fnSelect, "!Split": fnSplit,
	"!Sub": fnSub, "!ToJsonString": fnToJSONString, "!Transform": fnTransform,
	"!Contains": "Fn::Contains", "!EachMemberEquals": "Fn::EachMemberEquals",
	"!EachMemberIn": "Fn::EachMemberIn", "!RefAll": "Fn::RefAll", "!ValueOf": "Fn::ValueOf",
	"!ValueOfAll": "Fn::ValueOfAll", "!Implies": "Fn::Implies", "!GetStackOutput": "Fn::GetStackOutput",
}

// isFunction reports whether the only key of a map makes it a function. The key
// Condition does not: policy statements and hooks have it too, so it is read as
// a function only where a condition stands. A loop stands for entries of the
// map that holds it.
func isFunction(key string) bool {
	return key == fnRef || strings.HasPrefix(key, "Fn::") && !strings.HasPrefix(key, fnForEach)
}

// arguments returns the items of a function that takes a list.
func (n *node) arguments() []*node {
	if arg := n.items[0]; arg.kind == ListKind {
		return arg.items
	}
	return nil
}
