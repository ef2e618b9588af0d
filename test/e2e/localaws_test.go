//go:build e2e

package e2e

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

const (
	// account is the account of everybody who asks moto.
	account = "123456789012"
	// region is where the tests deploy: moto gives the zones of us-east-1 to
	// Fn::GetAZs wherever a stack is, so only there they are right.
	region = "us-east-1"
)

// startLocalAWS starts moto's server on a free port of this machine and returns
// its endpoint. It stops at the end of the test. What it prints goes to log.
func startLocalAWS(t *testing.T, log *os.File) string {
	t.Helper()
	port := freePort(t)
	server := exec.Command(tool(t, venvBin, "moto_server"), "-H", "127.0.0.1", "-p", fmt.Sprint(port))
	server.Env = append(os.Environ(),
		"S3_IGNORE_SUBDOMAIN_BUCKETNAME=true", // else the first label of a host name is a bucket
		"MOTO_IAM_LOAD_MANAGED_POLICIES=true", // those of AWS, as of moto's release
	)
	server.Stdout, server.Stderr = log, log
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := server.Start(); err != nil {
		t.Fatalf("moto_server did not start: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() { stop(t, server.Process.Pid, ended) })

	// The CDK CLI puts bucket names in front of an address, but not of localhost.
	endpoint := fmt.Sprintf("http://localhost:%d", port)
	awaitServer(t, fmt.Sprintf("http://127.0.0.1:%d/moto-api/", port), ended)
	return endpoint
}

// reset empties the local AWS, so that what a failure left does not meet the
// next stack.
func reset(t *testing.T, endpoint string) {
	t.Helper()
	response, err := http.Post(endpoint+"/moto-api/reset", "", nil)
	if err != nil {
		t.Fatalf("moto_server cannot be emptied: %v", err)
	}
	response.Body.Close()
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("no free port: %v", err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

func awaitServer(t *testing.T, url string, ended <-chan error) {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		if response, err := http.Get(url); err == nil {
			response.Body.Close()
			return
		}
		select {
		case err := <-ended:
			t.Fatalf("moto_server ended at once: %v", err)
		case <-deadline:
			t.Fatal("moto_server does not answer after one minute")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// stop ends a process and its children, at first politely.
func stop(t *testing.T, pid int, ended <-chan error) {
	t.Helper()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		if err := syscall.Kill(-pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Errorf("moto_server cannot be stopped: %v", err)
		}
		select {
		case <-ended:
			return
		case <-time.After(5 * time.Second):
		}
	}
	t.Errorf("moto_server (process %d) does not end", pid)
}
