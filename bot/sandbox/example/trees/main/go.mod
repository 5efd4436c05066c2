module example.org/dra-driver-lumen

go 1.25

require (
	k8s.io/api v0.35.0
	k8s.io/component-base v0.35.0
)
