// Command instance plays what a boot script meets on an EC2 instance: the
// metadata service, the endpoints of EC2 Auto Scaling and CloudFormation, and the ECS agent.
package main

import (
	"fmt"
	"log"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: instance endpoints|agent")
	}
	facts, err := readFacts("/etc/instance")
	if err != nil {
		log.Fatal(err)
	}
	switch os.Args[1] {
	case "endpoints":
		log.Fatal(serveEndpoints(facts))
	case "agent":
		log.Fatal(serveAgent(facts))
	}
}

// record adds a line to what the instance did.
func record(format string, args ...any) {
	file, err := os.OpenFile("/var/log/calls", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	fmt.Fprintf(file, format+"\n", args...)
}
