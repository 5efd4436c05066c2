package main

import (
	"flag"
	"log"
)

type options struct {
	nodeName     string
	cdiRoot      string
	slotsPerCard int
}

func parse() options {
	var o options
	flag.StringVar(&o.nodeName, "node-name", "", "The node that the plugin runs on.")
	flag.StringVar(&o.cdiRoot, "cdi-root", "/var/run/cdi", "Where CDI specifications are written.")
	flag.IntVar(&o.slotsPerCard, "slots-per-card", 4, "How many claims may share one card.")
	flag.Parse()
	return o
}

func main() {
	o := parse()
	if o.nodeName == "" {
		log.Fatal("--node-name is required")
	}
	log.Printf("publishing the cards of %s, %d slots each", o.nodeName, o.slotsPerCard)
}
