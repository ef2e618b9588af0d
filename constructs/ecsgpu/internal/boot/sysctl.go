package boot

import "strings"

// Sysctl is a kernel parameter that some instance types need.
type Sysctl struct {
	// Setting is a line of sysctl.conf(5).
	Setting string
	// Types are the types that need it. Default: all.
	Types []string
}

// setKernel sets the parameters for this boot and, by a file, for later ones.
func (s Script) setKernel(w *writer) {
	const file = "/etc/sysctl.d/90-ecsgpu.conf"
	for _, each := range s.Sysctls {
		set := "echo '" + each.Setting + "' >> " + file + " && sysctl -p " + file
		if len(each.Types) > 0 {
			set = "case $(" + directory + "metadata instance-type) in " + strings.Join(each.Types, "|") + ") " + set + " ;; esac"
		}
		w.line("%s", set)
	}
}
