package process

import "syscall"

// prSetChildSubreaper is PR_SET_CHILD_SUBREAPER of linux/prctl.h.
const prSetChildSubreaper = 36

// AdoptOrphans makes this process the parent of its descendants whose own parents end,
// so that Kill finds those that have left their process group and session too.
func AdoptOrphans() { syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0) }
