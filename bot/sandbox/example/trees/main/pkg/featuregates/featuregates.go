package featuregates

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

const (
	// CardHealth withdraws cards that report a fault.
	CardHealth featuregate.Feature = "CardHealth"
)

var defaultFeatureGates = map[featuregate.Feature]featuregate.VersionedSpecs{
	CardHealth: {
		{
			Default:    false,
			PreRelease: featuregate.Alpha,
			Version:    version.MajorMinor(0, 4),
		},
	},
}
