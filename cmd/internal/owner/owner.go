// Package owner tells this user's files from those of others.
package owner

import "io/fs"

// Mine reports whether the user of this process owns a file.
func Mine(info fs.FileInfo) bool { return mine(info) }

// Private reports whether nobody but its owner may write to a directory. A group
// with the number of its owner counts as the owner: it is the user's private
// group, for which Fedora and others set the umask 002.
func Private(info fs.FileInfo) bool { return private(info) }
