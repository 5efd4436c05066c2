package main

import (
	"flag"
	"log"
)

type options struct {
	nodeName string
	cdiRoot  string
}

func parse() options {
	var o options
	flag.StringVar(&o.nodeName, "node-name", "", "The node that the plugin runs on.")
	flag.StringVar(&o.cdiRoot, "cdi-root", "/var/run/cdi", "Where CDI specifications are written.")
	flag.Parse()
	return o
}

func main() {
	o := parse()
	if o.nodeName == "" {
		log.Fatal("--node-name is required")
	}
	log.Printf("publishing the cards of %s", o.nodeName)
}
