package snapshot

import (
	"strconv"
	"strings"
)

// at follows a dotted path through JSON values; nil where it leads nowhere.
func at(value any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch node := value.(type) {
		case map[string]any:
			value = node[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(node) {
				return nil
			}
			value = node[i]
		default:
			return nil
		}
	}
	return value
}
