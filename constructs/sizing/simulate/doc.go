// Package simulate runs a stream of tasks through a cluster over time, before
// anybody pays for it: ECS places the tasks, managed scaling starts and ends
// instances, images are pulled, tasks wait. It is for choosing the type, the
// size and the target capacity of a pool.
//
// [Run] is event-driven: its time depends on the number of tasks, not on how
// long they run. A task that waits takes 16 bytes, one that runs 32, one that
// has ended 4. The same input gives the same result on every run.
package simulate
