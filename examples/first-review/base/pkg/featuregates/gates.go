// Package featuregates holds the gates of ferry.
package featuregates

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

const (
	// NightCrossing lets parcels cross in the night window.
	NightCrossing featuregate.Feature = "NightCrossing"
)

var defaultGates = map[featuregate.Feature]featuregate.VersionedSpecs{
	NightCrossing: {
		{Default: true, PreRelease: featuregate.Beta, Version: version.MajorMinor(1, 4)},
	},
}
