package render

import (
	"net/url"
	"path/filepath"
	"strings"
)

// uri returns the location of a file as SARIF has it: a reference relative to
// the working directory, or the file scheme for an absolute path (SARIF 2.1.0,
// 3.4.3 and 3.10; RFC 8089 for drives and hosts of Windows).
func uri(file string) string {
	path := filepath.ToSlash(filepath.Clean(file))
	if !filepath.IsAbs(file) {
		return (&url.URL{Path: path}).String()
	}
	return absoluteURI(path)
}

// absoluteURI takes a path with slashes: /dir, C:/dir or //host/share.
func absoluteURI(path string) string {
	u := url.URL{Scheme: "file", Path: path}
	if share, ok := strings.CutPrefix(path, "//"); ok {
		host, rest, _ := strings.Cut(share, "/")
		u.Host, u.Path = host, "/"+rest
	} else if !strings.HasPrefix(path, "/") {
		u.Path = "/" + path
	}
	return u.String()
}
