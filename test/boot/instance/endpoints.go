package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"
)

// The instance and its group.
const (
	instanceID = "i-0123456789abcdef0"
	groupName  = "judge-group"
	roleName   = "judge-role"
	token      = "AQAEA"
)

// serveEndpoints serves the metadata service, version 2 alone, and the
// endpoints of the two services that a boot script calls.
func serveEndpoints(f facts) error {
	config, err := selfSigned("/etc/endpoints.pem", "autoscaling.us-east-1.amazonaws.com", "cloudformation.us-east-1.amazonaws.com")
	if err != nil {
		return err
	}
	failed := make(chan error)
	go func() { failed <- http.ListenAndServe("169.254.169.254:80", metadata(f)) }()
	go func() {
		server := http.Server{Addr: "127.0.0.1:443", Handler: api(f), TLSConfig: config}
		failed <- server.ListenAndServeTLS("", "")
	}()
	if err := os.WriteFile("/run/endpoints", nil, 0o644); err != nil {
		return err
	}
	return <-failed
}

// metadata answers as the EC2 user guide shows ("Use the Instance Metadata
// Service", as of 2026-11).
func metadata(f facts) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /latest/api/token", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Aws-Ec2-Metadata-Token-Ttl-Seconds") == "" {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, token)
	})
	for path, answer := range map[string]string{
		"instance-id":                          instanceID,
		"instance-type":                        f["TYPE"],
		"autoscaling/target-lifecycle-state":   f["LIFECYCLE"],
		"iam/security-credentials/{$}":         roleName,
		"iam/security-credentials/" + roleName: "{\n  \"Code\" : \"Success\",\n  \"Type\" : \"AWS-HMAC\",\n  \"AccessKeyId\" : \"ASIAJUDGE\",\n  \"SecretAccessKey\" : \"secret/with+signs\",\n  \"Token\" : \"session//token==\",\n  \"Expiration\" : \"2026-11-21T00:00:00Z\"\n}",
	} {
		mux.HandleFunc("GET /latest/meta-data/"+path, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Aws-Ec2-Metadata-Token") != token {
				http.Error(w, "", http.StatusUnauthorized)
				return
			}
			fmt.Fprint(w, answer)
		})
	}
	return mux
}

// signed is the Authorization header of Signature Version 4.
var signed = regexp.MustCompile(`^AWS4-HMAC-SHA256 Credential=ASIAJUDGE/\d{8}/us-east-1/(\w+)/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=[0-9a-f]{64}$`)

// api answers as EC2 Auto Scaling and CloudFormation do.
func api(f facts) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		service, _, _ := strings.Cut(r.Host, ".")
		match := signed.FindStringSubmatch(r.Header.Get("Authorization"))
		if match == nil || match[1] != service || !strings.Contains(match[2], "host") ||
			r.Header.Get("X-Amz-Security-Token") != "session//token==" || f["API_FAILS"] != "" {
			http.Error(w, "<Error>AccessDenied</Error>", http.StatusForbidden)
			return
		}
		if err := r.ParseForm(); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		switch call := service + " " + r.Form.Get("Action") + " " + r.Form.Get("Version"); {
		case call == "autoscaling DescribeAutoScalingInstances 2011-01-01" && r.Form.Get("InstanceIds.member.1") == instanceID:
			fmt.Fprint(w, "<AutoScalingInstances>\n  <member>\n    <AutoScalingGroupName>"+groupName+"</AutoScalingGroupName>\n  </member>\n</AutoScalingInstances>\n")
		case call == "autoscaling DescribeScalingActivities 2011-01-01" && r.Form.Get("AutoScalingGroupName") == groupName:
			fmt.Fprint(w, activities(f))
		case call == "cloudformation SignalResource 2010-05-15":
			record("SignalResource stack=%s resource=%s status=%s id=%s",
				r.Form.Get("StackName"), r.Form.Get("LogicalResourceId"), r.Form.Get("Status"), r.Form.Get("UniqueId"))
		default:
			http.Error(w, "<Error>ValidationError</Error>", http.StatusBadRequest)
		}
	})
}

// activities are those of the group, with the causes that the EC2 Auto Scaling
// user guide quotes: launches, replacements of the last hours, and one of
// yesterday.
func activities(f facts) string {
	activity := func(age time.Duration, cause string) string {
		return "    <member>\n      <StatusCode>Successful</StatusCode>\n      <StartTime>" + time.Now().Add(-age).UTC().Format("2006-01-02T15:04:05Z") +
			"</StartTime>\n      <Cause>At 2026-11-21T00:00:00Z an instance was " + cause + ".</Cause>\n    </member>\n"
	}
	const replaced = "taken out of service in response to a EC2 health check indicating it has been terminated or stopped"
	text := "<Activities>\n"
	for i := range f.count("REPLACED") {
		age := time.Duration(i+1) * time.Hour
		text += activity(age, replaced) + activity(age, "started in response to a difference between desired and actual capacity, increasing the capacity from 0 to 1")
	}
	return text + activity(24*time.Hour, replaced) + "</Activities>\n"
}

// selfSigned makes a certificate for the names and writes it where a client
// finds it.
func selfSigned(path string, names ...string) (*tls.Config, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	certificate := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "judge"}, DNSNames: names, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, certificate, certificate, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return nil, err
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, nil
}
