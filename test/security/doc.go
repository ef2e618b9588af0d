// Package security holds the templates against security scanners that nobody
// here wrote. Every finding is fixed, or acknowledged with its reason where the
// resource is made ([ecsgpu.Acknowledge]); an acknowledgement without a finding
// fails as well.
package security
