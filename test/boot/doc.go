// Package boot runs the user data of every pool under a real systemd.
//
// Each instance is a directory that serves as its disk, booted in namespaces of
// its own (testdata/instance.sh). systemd runs as a user's manager, so no
// privileges are needed, with units that have the relations of those on the
// ECS-optimized images (testdata/units). Programs that need hardware or a
// network are stand-ins (testdata/commands, testdata/packages), and command
// instance answers for the metadata service, EC2 Auto Scaling, CloudFormation and the ECS
// agent. curl, bash and the rest are this machine's. Time passes two hundred
// times as fast for programs that sleep.
//
// "make boot" runs it. It needs Linux, systemd, iproute2, curl and the right to
// create user namespaces.
package boot
