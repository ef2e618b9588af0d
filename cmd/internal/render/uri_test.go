package render

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestURI(t *testing.T) {
	for file, want := range map[string]string{
		"cluster.yaml":           "cluster.yaml",
		"./a dir/../cluster.yml": "cluster.yml",
		"../cluster.yaml":        "../cluster.yaml",
		"/tmp/x.yaml":            "file:///tmp/x.yaml",
		"//tmp/x.yaml":           "file:///tmp/x.yaml",
		"/a b/100%/c#d?e.yaml":   "file:///a%20b/100%25/c%23d%3Fe.yaml",
		"ö/訓練.yaml":              "%C3%B6/%E8%A8%93%E7%B7%B4.yaml",
		"a:b.yaml":               "./a:b.yaml",
		"x\xff\n.yaml":           "x%FF%0A.yaml",
	} {
		assert.Equal(t, want, uri(file))
		parsed, err := url.Parse(want)
		require.NoError(t, err, file)
		assert.Empty(t, parsed.Host, "no directory is a host")
	}
}

func TestAbsoluteURI_ofWindows(t *testing.T) {
	assert.Equal(t, "file:///C:/a%20b/x.yaml", absoluteURI("C:/a b/x.yaml"))
	assert.Equal(t, "file://server/share/x.yaml", absoluteURI("//server/share/x.yaml"))
}
