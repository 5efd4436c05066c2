"""What a project knows about itself: names, globs and sentences, read from YAML; nothing here computes."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Glob = Annotated[str, msgspec.Meta(extra_json_schema={"format": "glob"})]
Pattern = Annotated[str, msgspec.Meta(extra_json_schema={"format": "regular expression"})]
Globs = tuple[Glob, ...]
Words = tuple[str, ...]
Level = Literal["off", "preview", "optional", "blocking"]
Mode = Literal["enforce", "observe"]
Comments = Literal["none", "quiet", "full"]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One part of a profile. Unknown keys are faults."""


class Recognise(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a repository is known to be this project's."""

    repositories: Globs = ()
    "`owner/name` globs of the repositories that the profile is for."
    modules: Globs = ()
    "Go module paths (first line of go.mod) that tell a local clone apart."


class Section(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a section of a proposal is for, whatever it is called."""

    titles: Words
    "Its headings, the template's first, then older and common ones."
    hints: Words = ()
    "Words that tell such a section by an unknown heading; all the words of one hint must stand in it."


class Proposals(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where proposals stand, how files are named, and the life of a status."""

    discover: bool = False
    "Whether the folder, the names and the statuses are found in the tree, among what stands here."
    folders: Globs = ()
    "Folders that hold proposals, the present one first; a file elsewhere among them is misplaced."
    template: Globs = ()
    "File names of the template inside the folder."
    process_page: Globs = ()
    "File names of the page that says when a proposal is needed."
    file_name: Pattern = r"(?P<number>\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.md"
    "Pattern of a proposal's file name; `number` is its number. Matched whole."
    loose_file_name: Pattern = r"(?P<number>\d+)[-_ ].*\.md"
    "Pattern that tells a file meant as a proposal, though misnamed."
    document: Globs = ()
    "File names of a proposal in a folder of its own, which bears number and title: `0007-lanes/README.md`."
    statuses: Words = ("provisional", "implementable", "implemented", "withdrawn")
    "The lifecycle in order, used where the process page does not list one; the last ones may be side exits."
    first_status: str = "provisional"
    "What a new proposal must say."
    agreed_statuses: Words = ("implementable", "implemented")
    "Statuses under which code may go in."
    shipped_status: str = "implemented"
    "The status that says the code has shipped."
    closed_statuses: Words = ("withdrawn",)
    "Statuses that end a proposal without code."
    header_fields: Words = ("Status", "Authors", "Created", "Related issues")
    "Rows of the header table that must be filled."
    sections: dict[str, Section] = {}
    "Purpose (`summary`, `goals`, ...) to the headings it goes by; rules ask by purpose."
    optional_sections: Words = ()
    "Purposes of template sections that a proposal may leave out."
    usual_lines: int = 600
    "Lines beyond which a proposal outgrows what the process page asks for."


class Criterion(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reason for which a change needs a proposal."""

    id: str
    sentence: Words
    "Words that find the project's own sentence on the process page; all must stand in it."
    fallback: str
    "The sentence to quote where the page has none."
    facts: Words
    "Kinds of fact that meet it, as globs; `kind name=value` asks for a trait of the fact too."
    about: Globs = ()
    "Kinds of fact that meet it where what they are about is called by one of `words`."
    words: Words = ()
    "Words in a name, compared without regard to case and punctuation."


class ExemptionRule(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reason for which a change needs none."""

    id: str
    sentence: Words = ()
    "Words that find the project's own sentence on the process page; all must stand in it."
    fallback: str = ""
    "The sentence to quote where the page has none."


class Component(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the product that a proposal may tick."""

    id: str
    labels: Words
    "What its checkbox says; any one of these words in it is enough."
    paths: Globs = ()
    "Files whose change touches it."
    facts: Globs = ()
    "Kinds of fact that touch it."
    words: Words = ()
    "Words in a design that say it is touched."


class Generated(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Files that a command makes from others."""

    outputs: Globs
    sources: Globs = ()
    "What they are made from; empty where any change may cause them."
    command: str
    "The command that owns them."


class PathKinds(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What kind of thing a path is; the first kind that matches counts, in this order."""

    vendored: Globs = ("vendor/**", "**/vendor/**", "third_party/**", "node_modules/**")
    generated: Globs = ()
    tests: Globs = ("**/*_test.go", "tests/**", "test/**", "**/testdata/**")
    docs: Globs = ("**/*.md", "docs/**", "site/**", ".github/ISSUE_TEMPLATE/**")
    ci: Globs = (".github/**", "hack/ci/**")
    examples: Globs = ("demo/**", "examples/**")
    build: Globs = ("**/Dockerfile", "**/Makefile", "**/*.mk", "go.mod", "go.sum")
    ownership: Globs = ("**/OWNERS", "**/OWNERS_ALIASES", "**/CODEOWNERS")


class FeatureGates(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where feature gates are declared and what moves with them."""

    files: Globs = ()
    "Go files that declare and register them."
    validation: Words = ("ValidateFeatureGates",)
    "Functions that say which gates need or exclude one another."
    versions: Globs = ()
    "Files that hold the driver's version under development."


class Companion(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that must move with a contract, and that is easily forgotten."""

    name: str
    "How a message names it."
    facts: Words
    "Kinds of fact that it follows, as globs; `kind name=value` asks for a trait of the fact too."
    files: Globs
    "Where it stands; it does not exist where there is none of these files."
    by: Literal["name", "change"] = "name"
    "Whether one of the files has to name the thing, or one of them has to be in the change."


class Simulation(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Jobs whose devices are simulated, and what they leave out."""

    jobs: Globs = ()
    "Scripts that run them."
    words: Words = ()
    "What plans call them."
    switch: str = ""
    "The variable by which a test leaves itself out there."
    lacks: dict[str, Words] = {}
    "The tag of tests that need more than a simulated device, to how plans speak of these."


class Contracts(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where each observable contract stands."""

    feature_gates: FeatureGates = FeatureGates()
    api_types: Globs = ()
    "Go files that hold API and opaque configuration types."
    crds: Globs = ()
    "Generated CustomResourceDefinitions."
    cli_flags: Globs = ()
    "Go files that declare command line flags."
    charts: Globs = ()
    "Folders of Helm charts; each holds values.yaml and templates/."
    device_attributes: Globs = ()
    "Go files that publish ResourceSlice attributes and capacities."
    checkpoints: Globs = ()
    "Folders of the components that keep a checkpoint."
    checkpoint_root: str = "Checkpoint"
    "The type whose fields, and theirs in turn, are the checkpoint's schema."
    checkpoint_begun: str = ""
    "The state of a claim that is being prepared, as the checkpoint holds it."
    checkpoint_done: str = ""
    "The state of a claim that is prepared."
    modules: Globs = ("go.mod",)
    "Module files whose direct requirements are external dependencies."
    upstream_modules: Words = ("k8s.io/kubernetes", "k8s.io/api", "k8s.io/apimachinery", "k8s.io/client-go")
    "Modules whose minor version is the Kubernetes release built against."
    coordination: Globs = ()
    "Files of the multi-node coordination layer."
    coordination_names: dict[str, Words] = {}
    "Aspect of the coordination to words in the names of constants that processes on several nodes share."
    rbac: Globs = ()
    templates: Globs = ()
    "Object templates that a component renders at run time."
    template_data: Words = ("*TemplateData",)
    "Names of the Go structs that they are rendered with; globs."
    metrics: Globs = ()
    webhook: Globs = ()
    "Go files of the admission webhook."
    visible_devices: Words = ()
    "Environment variables by which a container runtime shows devices, whatever was claimed."
    device_discovery: Words = ()
    "Words in the names of functions that find devices and announce them."
    simulation: Simulation = Simulation()
    "Jobs that run without devices."
    companions: tuple[Companion, ...] = ()
    "What must move with a contract."
    attribute_values: dict[str, Pattern] = {}
    "Device attribute to a pattern of every text that it may hold."
    upstream_gated: dict[str, str] = {}
    "Field of an upstream object to the upstream feature gate that it needs."


class Records(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where decision records and implementation plans stand; what is built like one counts as well."""

    decisions: Globs = ("**/{adr,adrs,decisions}/*.md",)
    plans: Globs = ("**/{plan,plans}/*.md", "**/*-plan.md")


class Layer(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A neighbouring project that may be the right place for a change."""

    id: str
    name: str
    words: Words
    "Any one of these in the text says that it was weighed."
    plausible: Words = ()
    "Any one of these in a design makes it a plausible owner."


class Topic(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a section of a proposal has to speak of, at least where it is relevant."""

    id: str
    name: str
    "How a message names it."
    words: Words
    "Any one of these says that it was spoken of."
    when: Words = ()
    "Any one of these in the document makes it relevant; always relevant with neither these nor components."
    components: Words = ()
    "Ids of components whose tick makes it relevant."
    floor: str = ""
    "Name of the floor whose version it asks for."


class Floor(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that the project needs in some version or newer."""

    name: str
    words: Words
    "What a proposal calls it; the number that follows is its version."
    rows: Words = ()
    "First cells of the row of the requirements page that states the project's own floor."


class Need(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an example uses, and the version that brought it."""

    name: str
    words: Words
    "Any one of these in an example uses it."
    floor: str
    "Name of the floor that it raises."
    version: str


class Vocabulary(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a project's proposals speak of, in the words that authors use. A `*` ends a word's stem."""

    consumers: Words = ()
    "Workloads, downstream projects and classes of users."
    actors: Words = ()
    "Who may write state, besides the components."
    objects: Words = ()
    "Objects that hold state and are written by somebody."
    suites: Words = ()
    "Names of test suites and jobs."
    privileges: Words = ()
    "What gives a process more rights, or puts it closer to the host."
    environment: tuple[Topic, ...] = ()
    "What an environment floor has to name."
    alternatives: tuple[Topic, ...] = ()
    "What alternatives have to weigh."
    risks: tuple[Topic, ...] = ()
    "What always goes with a component."
    requirements_page: Globs = ()
    "Pages whose table states the project's own floors."
    floors: tuple[Floor, ...] = ()
    needs: tuple[Need, ...] = ()


class Profile(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that differs from one project to another."""

    name: str
    "What reviews call it."
    extends: str = ""
    "A shipped profile whose keys stand where this one says nothing."
    recognise: Recognise = Recognise()
    "How a repository is told to be this project's."
    proposals: Proposals = Proposals()
    "Where proposals stand, and how they are named and live."
    criteria: tuple[Criterion, ...] = ()
    "Reasons for which a change needs a proposal."
    exemptions: tuple[ExemptionRule, ...] = ()
    "Reasons for which it needs none."
    components: tuple[Component, ...] = ()
    "Parts of the product that a proposal may tick."
    paths: PathKinds = PathKinds()
    "What kind of thing a path is."
    generated: tuple[Generated, ...] = ()
    "Files that a command makes from others."
    contracts: Contracts = Contracts()
    "Where each observable contract stands."
    records: Records = Records()
    layers: tuple[Layer, ...] = ()
    "Neighbouring projects that may be the right place for a change."
    vocabulary: Vocabulary = Vocabulary()
    private_hosts: Globs = ("docs.google.com", "drive.google.com", "*.atlassian.net", "*.notion.so")
    "Hosts whose documents most readers cannot open."
    ownership: Literal["OWNERS", "CODEOWNERS"] = "OWNERS"
    "Which files say who may approve."
    rules: dict[str, Level] = {}
    "Rule name to its level here."
    mode: Mode = "enforce"
    "`observe` says everything and blocks nothing."
    comments: Comments = "quiet"
    "How much is said on a pull request beside the check."
    announce_state_change: bool = True
    "Whether a change of readiness is said in one short new comment."
