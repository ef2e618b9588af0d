// Package fact tells apart what is known, what is certainly absent, and what
// only a deployment can tell. A template leaves much open, and a rule that takes
// an unknown value for a default accuses the innocent: so every value that comes
// from outside is a [Value] until somebody has looked at its [State].
package fact
