// Package featuregates holds the gates of ferry.
package featuregates

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

const (
	// NightCrossing lets parcels cross in the night window.
	NightCrossing featuregate.Feature = "NightCrossing"

	// FragileParcels gives parcels marked fragile a lane of their own.
	FragileParcels featuregate.Feature = "FragileParcels"
)

var defaultGates = map[featuregate.Feature]featuregate.VersionedSpecs{
	NightCrossing: {
		{Default: true, PreRelease: featuregate.Beta, Version: version.MajorMinor(1, 4)},
	},
	FragileParcels: {
		{Default: false, PreRelease: featuregate.Alpha, Version: version.MajorMinor(1, 5)},
	},
}
