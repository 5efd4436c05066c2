package main

// Checkpoint is what the plugin keeps on disk over a restart.
type Checkpoint struct {
	Checksum uint32        `json:"checksum"`
	V1       *CheckpointV1 `json:"v1,omitempty"`
}

// CheckpointV1 holds the claims that were prepared.
type CheckpointV1 struct {
	PreparedClaims map[string]PreparedClaim `json:"preparedClaims,omitempty"`
}

// PreparedClaim is a claim and the card that it was given.
type PreparedClaim struct {
	Card string `json:"card"`
}
