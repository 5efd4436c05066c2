"""Small damages to the model proposals, each with the rule that must find it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.proposals.edits import Edit, add, drop, drop_section, fill, put, untick, untick_all

FOLDER = "site/content/contribute/proposals"
REMAP, GRACE, DEADLINE = "row-remap-attribute", "member-loss-grace", "unprepare-deadline"


@dataclass(frozen=True)
class Damage:
    """An edit to one model. `rule` must fire; of those in `also`, each says another true thing about it.

    `path` is where the document stands instead, `base` what else the base holds, `before` an edit that makes
    the document's own text at the base; `gone` removes it from the head.
    """

    name: str
    model: str
    rule: str
    edits: tuple[Edit, ...] = ()
    also: tuple[str, ...] = ()
    path: str | None = None
    base: Mapping[str, str] = field(default_factory=dict)
    before: tuple[Edit, ...] | None = None
    gone: bool = False

    def __str__(self) -> str:
        return self.name


SECTIONS = (
    "Summary",
    "Who is asking for this, and why?",
    "Goals",
    "Non-goals",
    "Why this belongs in the NVIDIA DRA driver",
    "User-facing example",
    "Affected components",
    "Authoritative state owner",
    "Smallest valuable slice",
    "API changes",
    "Feature gate & graduation",
    "Upgrade & downgrade",
    "Environment floor",
    "Test plan",
    "Risks",
    "Alternatives",
    "Drawbacks",
    "Open questions",
)
MISSING = tuple(
    Damage(f"no {title} in {model}", model, "missing-section", (drop_section(title),))
    for model, titles in ((REMAP, SECTIONS), (DEADLINE, SECTIONS), (GRACE, SECTIONS[:-3]))
    for title in titles
)
EMPTY = tuple(
    Damage(f"empty {title}", REMAP, "unfilled-section", (fill(title, ""),))
    for title in ("Goals", "Risks", "Test plan", "Upgrade & downgrade", "Drawbacks")
)
BARE = tuple(
    Damage(f"bare N/A in {title}", REMAP, "bare-not-applicable", (fill(title, words),))
    for title, words in (
        ("Upgrade & downgrade", "N/A"),
        ("Risks", "Not applicable."),
        ("Environment floor", "n/a"),
        ("Non-goals", "N/A."),
        ("Drawbacks", "N/A"),
    )
)
PLACEHOLDERS = tuple(
    Damage(f"left over: {words}", REMAP, "leftover-placeholder", (edit,), also=("unfilled-section",))
    for words, edit in (
        ("@your-handle", put("| @ana, @bo      |", "| @your-handle |")),
        ("YYYY-MM-DD", put("| 2026-06-11     |", "| YYYY-MM-DD |")),
        ("#…", put("| #212, #230     |", "| #… |")),
        ("TBD", put("The attribute changes within 60 seconds", "The attribute changes within TBD seconds")),
        ("TODO", add("Risks", "- TODO: think about reboot storms.")),
        ("???", put("asserts `false` on a healthy A10", "asserts ??? on a healthy A10")),
        ("link to be added", put("cordon whole nodes,", "cordon whole nodes (link to be added),")),
        ("# example", fill("User-facing example", "```yaml\n# example\n```")),
    )
)
HEADER = (
    Damage("unknown status", REMAP, "unknown-status", (put("| provisional    |", "| accepted |"),)),
    Damage(
        "implementable from the first day",
        REMAP,
        "unearned-status",
        (put("| provisional    |", "| implementable |"),),
    ),
    Damage(
        "implemented from the first day",
        REMAP,
        "unearned-status",
        (put("| provisional    |", "| implemented |"),),
        also=("implemented-without-release",),
    ),
    Damage("no author", REMAP, "incomplete-header", (put("| @ana, @bo      |", "| |"),)),
    Damage("no status row", REMAP, "incomplete-header", (drop("| Status         | provisional    |\n"),)),
    Damage(
        "no front matter",
        REMAP,
        "malformed-front-matter",
        (lambda text: "# 0001 — Row remap attribute\n" + text.split("---\n", 2)[2],),
    ),
    Damage(
        "a bare name in front matter",
        REMAP,
        "malformed-front-matter",
        (put("weight: 1", "weight: 1\nauthor: @ana"),),
    ),
    Damage(
        "another number in the title",
        REMAP,
        "title-number-mismatch",
        (put("title: 0001 —", "title: 0004 —"),),
    ),
)
TWIN = "---\ntitle: 0001 — Twin\n---\n\n| Field | Value |\n|---|---|\n| Status "
"| implemented (v0.4.0) |\n\n## Summary\n\nA twin.\n"
PLACES = (
    Damage("number of another", REMAP, "number-taken", base={f"{FOLDER}/0001-twin.md": TWIN}),
    Damage(
        "number skipped",
        REMAP,
        "number-skipped",
        (put("title: 0001", "title: 0007"),),
        path=f"{FOLDER}/0007-row-remap.md",
    ),
    Damage("misnamed file", REMAP, "misnamed-proposal", path=f"{FOLDER}/1-RowRemap.md"),
    Damage("old folder", REMAP, "misplaced-proposal", path="docs/proposals/0001-row-remap.md"),
    Damage(
        "two of one section",
        REMAP,
        "duplicate-section",
        (add("Drawbacks", "\n## Drawbacks\n\nIt costs one more write."),),
    ),
    Damage(
        "status goes back",
        REMAP,
        "backward-status",
        (put("wait longer for a GPU", "wait longer for one GPU"),),
        before=(put("| provisional    |", "| implementable  |"),),
    ),
    Damage(
        "implemented without a release",
        REMAP,
        "implemented-without-release",
        (put("| provisional    |", "| implemented |"),),
        also=("unearned-status",),
        before=(put("| provisional    |", "| implementable  |"),),
    ),
    Damage(
        "deleted",
        REMAP,
        "deleted-proposal",
        before=(put("| provisional    |", "| implementable  |"),),
        gone=True,
    ),
)
REFERENCES = (
    Damage(
        "a path that is not there",
        REMAP,
        "stale-code-reference",
        (
            add(
                "Risks",
                "- A burst of events: `cmd/gpu-kubelet-plugin/nvml_events.go` handles one at a time today.",
            ),
        ),
    ),
    Damage("a dead link", REMAP, "dead-link", (add("Risks", "- More in [the notes](../notes/remap.md)."),)),
    Damage("a dead anchor", REMAP, "dead-link", (add("Risks", "- More in [the design](#no-such-part)."),)),
    Damage(
        "a private document",
        REMAP,
        "private-link",
        (add("Risks", "- More in [the design](https://docs.google.com/document/d/abc)."),),
    ),
    Damage(
        "a design of code",
        REMAP,
        "sprawling-design",
        (add("API changes", "\n```go\n" + "func publish(n int) int { return n }\n" * 90 + "```"),),
    ),
)
PROSE = (
    Damage(
        "a summary in pieces",
        REMAP,
        "scattered-summary",
        (
            add(
                "Summary",
                "\nThe state comes from NVML.\n\nEvents are batched for a "
                "node, so that one publication covers all "
                "GPUs, and each of them is looked at again when the plugin "
                "starts, which takes a second or so. The "
                "metric has one series for each GPU and stays when the gate is off, since dashboards use it.",
            ),
        ),
    ),
    Damage(
        "nobody asks",
        REMAP,
        "unnamed-consumer",
        (
            fill(
                "Who is asking for this, and why?",
                "There is general interest in better selection, and users would like it.",
            ),
        ),
    ),
    Damage(
        "a hedge", REMAP, "unmeasurable-goal", (add("Goals", "- Publish updates quickly where possible."),)
    ),
    Damage("a wish", REMAP, "unmeasurable-goal", (add("Goals", "- Offer a seamless experience."),)),
    Damage(
        "a bare improvement",
        REMAP,
        "unmeasurable-goal",
        (add("Goals", "- Improve the reliability of training."),),
    ),
    Damage("no fence", REMAP, "unfenced-scope", (fill("Non-goals", "There are no non-goals."),)),
    Damage("non-goals: none", REMAP, "unfenced-scope", (fill("Non-goals", "None."),)),
    Damage("test plan: none", REMAP, "vague-test-plan", (fill("Test plan", "None."),)),
    Damage("upgrade: none", REMAP, "upgrade-gap", (fill("Upgrade & downgrade", "None."),)),
    Damage("a fence of a word", REMAP, "unfenced-scope", (fill("Non-goals", "Nothing else."),)),
    Damage(
        "no layer weighed",
        REMAP,
        "uncompared-layer",
        (
            fill(
                "Why this belongs in the NVIDIA DRA driver",
                "The change is about GPUs, and this driver is about GPUs.",
            ),
        ),
    ),
    Damage(
        "a plausible layer not weighed",
        GRACE,
        "uncompared-layer",
        (
            fill(
                "Why this belongs in the NVIDIA DRA driver",
                "The status is computed here. Upstream Kubernetes knows nothing of it.",
            ),
        ),
    ),
    Damage(
        "an example in words",
        REMAP,
        "missing-user-facing-example",
        (
            fill(
                "User-facing example", "The admin switches the gate on, and the job selects on the attribute."
            ),
        ),
    ),
    Damage(
        "an example of dots",
        REMAP,
        "placeholder-example",
        (fill("User-facing example", "```yaml\n# the claim\n...\n```"),),
    ),
    Damage(
        "code before the example",
        REMAP,
        "internals-before-example",
        (add("Goals", "\n```go\ntype GpuInfo struct {\n\tRowRemapPending bool\n}\n```"),),
    ),
    Damage(
        "a gate that no example sets",
        REMAP,
        "incomplete-example",
        (
            drop(
                "```bash\nhelm upgrade dra deployments/helm/dra-driver-nvidia-gpu "
                "--set featureGates.RowRemapAttribute=true\n```\n"
            ),
            put(
                "The cluster admin switches the gate on:\n",
                "The gate must be enabled before the attribute appears.",
            ),
            put("is set through the `featureGates` map", "is set in the chart"),
        ),
    ),
)
EXAMPLES = (
    Damage(
        "YAML that does not parse",
        GRACE,
        "invalid-example",
        (put("  numNodes: 18\n", "  numNodes: 18\n  - x\n"),),
    ),
    Damage(
        "a value outside the enum",
        GRACE,
        "invalid-example",
        (put("allocationMode: Single", "allocationMode: Singular"),),
    ),
    Damage(
        "a field that no CRD has",
        GRACE,
        "invalid-example",
        (put("  numNodes: 18\n", "  numNodes: 18\n  nodeCount: 18\n"),),
    ),
    Damage("a required field missing", GRACE, "invalid-example", (drop("  numNodes: 18\n"),)),
    Damage("a value of another type", GRACE, "invalid-example", (put("numNodes: 18", "numNodes: many"),)),
    Damage(
        "a misspelt gate",
        REMAP,
        "invalid-example",
        (
            put(
                "--set featureGates.RowRemapAttribute=true",
                "--set featureGates.RowRemapAttribute=true,featureGates.DynamicMig=true",
            ),
        ),
    ),
    Damage(
        "a misspelt value",
        REMAP,
        "invalid-example",
        (
            put(
                "--set featureGates.RowRemapAttribute=true",
                "--set featureGates.RowRemapAttribute=true,resources.gpus.enable=true",
            ),
        ),
    ),
)
COMPONENTS = (
    Damage("no box ticked", REMAP, "unticked-component", (untick_all,)),
    Damage("plugin unticked", REMAP, "unticked-component", (untick("`gpu-kubelet-plugin`"),)),
    Damage("metrics unticked", REMAP, "unticked-component", (untick("Metrics"),)),
    Damage("controller unticked", GRACE, "unticked-component", (untick("`compute-domain-controller`"),)),
    Damage("daemon unticked", GRACE, "unticked-component", (untick("`compute-domain-daemon`"),)),
    Damage("checkpoint unticked", GRACE, "unticked-component", (untick("Kubelet-plugin checkpoint schema"),)),
    Damage(
        "chart unticked",
        DEADLINE,
        "unticked-component",
        (
            untick("Helm chart (`deployments/helm`)"),
            put("The flag with its chart value is", "The new Helm value with its flag is"),
        ),
    ),
    Damage(
        "generated outputs not named",
        GRACE,
        "unnamed-generated-consequence",
        (drop(" (deepcopy, clients and the CRD are generated anew)"),),
    ),
    Damage(
        "no writer",
        REMAP,
        "unowned-state",
        (
            fill(
                "Authoritative state owner",
                "The attribute is in the ResourceSlice and everything follows from it.",
            ),
        ),
    ),
    Damage(
        "no reader",
        GRACE,
        "unowned-state",
        (
            fill(
                "Authoritative state owner",
                "The compute-domain-controller is the one writer of `status.lostMembers`.",
            ),
        ),
    ),
    Damage(
        "two writers",
        GRACE,
        "split-state-ownership",
        (
            add(
                "Authoritative state owner",
                "Both the controller and the daemon update the member list when a daemon returns.",
            ),
        ),
    ),
    Damage(
        "two writers in two sentences",
        GRACE,
        "split-state-ownership",
        (
            add(
                "Authoritative state owner",
                "The controller writes `lostMembers` after a timeout. The "
                "daemon writes `lostMembers` when it stops.",
            ),
        ),
    ),
    Damage(
        "all at once",
        REMAP,
        "missing-first-slice",
        (fill("Smallest valuable slice", "Everything ships together in one release."),),
    ),
    Damage(
        "no slice to speak of",
        REMAP,
        "missing-first-slice",
        (fill("Smallest valuable slice", "As designed."),),
    ),
    Damage(
        "nothing labelled",
        REMAP,
        "unlabelled-api-field",
        (
            put("full GPUs: user-facing.", "full GPUs."),
            put("each GPU: user-facing.", "each GPU."),
        ),
    ),
    Damage("one not labelled", REMAP, "unlabelled-api-field", (put("each GPU: user-facing.", "each GPU."),)),
)
UPGRADES = (
    Damage(
        "no way back",
        REMAP,
        "upgrade-gap",
        (
            fill(
                "Upgrade & downgrade",
                "Upgrade: the attribute appears when the new plugin "
                "publishes. Claims in flight keep their devices. "
                "Nodes with an older plugin beside newer ones publish no attribute.",
            ),
            put("then a downgrade\n  as in `tests/bats/test_gpu_updowngrade.bats`", "then a restart"),
        ),
    ),
    Damage(
        "no word on claims in flight",
        REMAP,
        "upgrade-gap",
        (fill("Upgrade & downgrade", "On upgrade the attribute appears, on rollback it disappears."),),
    ),
    Damage(
        "no upgrade at all",
        REMAP,
        "upgrade-gap",
        (fill("Upgrade & downgrade", "The attribute is additive for everyone."),),
    ),
    Damage(
        "no word on skew",
        GRACE,
        "upgrade-gap",
        (
            fill(
                "Upgrade & downgrade",
                "On upgrade prepared claims stay prepared. On rollback the field "
                "is ignored and workloads that run keep their "
                "channels.",
            ),
        ),
    ),
    Damage(
        "a switch of modes one way",
        REMAP,
        "upgrade-gap",
        (add("Upgrade & downgrade", "Changing the mode needs a drain."),),
    ),
    Damage(
        "the gate as the story",
        REMAP,
        "gate-as-upgrade-story",
        (
            fill(
                "Upgrade & downgrade",
                "The change is behind an Alpha gate that is off by default, so "
                "upgrade, rollback and claims in flight are not "
                "affected.",
            ),
        ),
    ),
    Damage("no Kubernetes", REMAP, "environment-floor-gap", (drop("| Kubernetes | 1.34.2 |\n"),)),
    Damage("no driver", REMAP, "environment-floor-gap", (drop("| NVIDIA driver | 570 |\n"),)),
    Damage(
        "no GPU generation",
        REMAP,
        "environment-floor-gap",
        (drop("| GPU generations | A100, H100, B200 and newer, the ones that remap rows |\n"),),
    ),
    Damage(
        "no fabric",
        GRACE,
        "environment-floor-gap",
        (
            put(
                "GPU\ngenerations with Multi-Node NVLink: GB200, GB300. "
                "IMEX daemons managed by the driver; MIG",
                "GPU\ngenerations: GB200, GB300. MIG",
            ),
        ),
    ),
    Damage(
        "Kubernetes too low",
        REMAP,
        "floor-contradiction",
        (put("| Kubernetes | 1.34.2 |", "| Kubernetes | 1.31 |"),),
    ),
    Damage(
        "driver too low",
        REMAP,
        "floor-contradiction",
        (put("| NVIDIA driver | 570 |", "| NVIDIA driver | 550 |"),),
    ),
)
TESTS = (
    Damage(
        "no place named",
        REMAP,
        "vague-test-plan",
        (
            fill(
                "Test plan",
                "- Unit tests for the attribute.\n- Integration tests for "
                "the gate.\n- End-to-end tests with a GPU.",
            ),
        ),
    ),
    Damage(
        "one kind without a place",
        REMAP,
        "vague-test-plan",
        (
            put(
                "- Integration: gate registration in "
                "`pkg/featuregates/featuregates.go`, with a new test beside it.",
                "- Integration: gate registration.",
            ),
        ),
    ),
    Damage(
        "unit tests only",
        REMAP,
        "unit-only-test-plan",
        (
            fill(
                "Test plan",
                "Unit tests in `cmd/gpu-kubelet-plugin/deviceinfo_test.go` (new), with the gate on and off.",
            ),
        ),
    ),
    Damage(
        "hardware only",
        REMAP,
        "hardware-only-test-plan",
        (fill("Test plan", "`pull-dra-driver-nvidia-gpu-e2e-lambda-gpu` runs the scenario on real GPUs."),),
    ),
    Damage(
        "by hand",
        REMAP,
        "manual-test-plan",
        (
            fill(
                "Test plan",
                "- Unit: a new `cmd/gpu-kubelet-plugin/deviceinfo_test.go`.\n- "
                "Manual verification on an H100 node with a pending "
                "remap.",
            ),
        ),
    ),
)
REASONS = (
    Damage(
        "alternatives without a look around",
        REMAP,
        "alternatives-gap",
        (
            fill(
                "Alternatives",
                "- A string with three values instead of a boolean. It says more than anybody asked for.",
            ),
        ),
    ),
    Damage("no drawbacks", REMAP, "empty-drawbacks", (fill("Drawbacks", "None."),)),
    Damage(
        "no known drawbacks",
        REMAP,
        "empty-drawbacks",
        (fill("Drawbacks", "There are no significant drawbacks."),),
    ),
    Damage(
        "a statement among the questions",
        REMAP,
        "statement-as-question",
        (add("Open questions", "- The attribute is called `rowRemapPending`."),),
    ),
    Damage(
        "risks that always go with the component",
        REMAP,
        "unaddressed-risk",
        (
            fill(
                "Risks",
                "- Privilege: the NVML handle exists; no mount is added.\n- A failing NVML call is logged.",
            ),
            put(
                "Claims in flight keep their\ndevices, since allocation is not looked at again.",
                "Existing claims keep their devices.",
            ),
            put("continue, and pending pods", "continue; pending pods"),
        ),
    ),
    Damage(
        "a new mount that nobody discusses",
        DEADLINE,
        "unaddressed-privilege",
        (add("API changes", "\nThe plugin mounts one more hostPath to find the process."),),
    ),
    Damage(
        "a failure that nobody sees",
        DEADLINE,
        "missing-observability",
        (
            put("before it reports an unprepare as failed", "before an unprepare fails"),
            put(
                "and the error names the GPU and the process that holds it.",
                "and unprepare fails permanently.",
            ),
            put(" The log and the pod's event carry the count.", ""),
            put("a slow unprepare into an error that users see", "a slow unprepare into an error"),
        ),
    ),
    Damage(
        "a number from nowhere",
        REMAP,
        "unsourced-measurement",
        (
            add(
                "Who is asking for this, and why?",
                "\nWe measured that 12 % of job failures were caused by such GPUs.",
            ),
        ),
    ),
)
GATES = (
    Damage(
        "no criteria",
        REMAP,
        "gate-without-graduation-criteria",
        (
            put(
                "2. Interoperability: tested beside `DynamicMIG` and "
                "`TimeSlicingSettings` on A100 and H100.\n",
                "",
            ),
            put("composes with `DynamicMIG`", "excludes `DynamicMIG`"),
        ),
    ),
    Damage(
        "no soak",
        REMAP,
        "gate-without-graduation-criteria",
        (
            drop(
                "3. Stability and soak time: two releases in at least two "
                "production clusters without a false value reported.\n"
            ),
        ),
    ),
    Damage(
        "no word on other gates",
        REMAP,
        "gate-composition-undefined",
        (
            put(
                "The gate\nneeds no other gate, excludes none, and composes with "
                "`DynamicMIG`, whose MIG devices stay without the attribute.",
                "",
            ),
            put(
                "2. Interoperability: tested beside `DynamicMIG` and `TimeSlicingSettings` on A100 and H100.",
                "2. Interoperability: MIG and time-slicing on A100 and H100.",
            ),
        ),
    ),
    Damage(
        "Alpha and on",
        REMAP,
        "gate-default-against-stage",
        (put("at Alpha in driver 0.5 and is off by default", "at Alpha in driver 0.5 and is on by default"),),
    ),
    Damage(
        "Beta and off",
        REMAP,
        "gate-default-against-stage",
        (put("at Alpha in driver 0.5 and is off by default", "at Beta in driver 0.5 and is off by default"),),
    ),
    Damage(
        "name of another gate",
        GRACE,
        "gate-name-taken",
        (lambda text: text.replace("MemberLossGrace", "TimeSlicingSettingsMode"),),
    ),
    Damage(
        "graduation without evidence",
        REMAP,
        "graduation-without-evidence",
        (
            fill(
                "Feature gate & graduation",
                "The gate `DynamicMIG` graduates to Beta, since it works well beside all others.",
            ),
            lambda text: text.replace("RowRemapAttribute", "DynamicMIG"),
        ),
    ),
)
DAMAGES = (
    *MISSING,
    *EMPTY,
    *BARE,
    *PLACEHOLDERS,
    *HEADER,
    *PLACES,
    *REFERENCES,
    *PROSE,
    *EXAMPLES,
    *COMPONENTS,
    *UPGRADES,
    *TESTS,
    *REASONS,
    *GATES,
)
