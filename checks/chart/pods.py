"""What the pods that templates make may do to their node: privileges, host paths, host namespaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from checks.chart.objects import TemplateObject, objects, settled
from checks.parse.yaml import Node
from checks.snapshot import Source

HOST_NAMESPACES = ("hostNetwork", "hostPID", "hostIPC")
CONTAINER_LISTS = ("initContainers", "containers", "ephemeralContainers")
BINDINGS = frozenset({"RoleBinding", "ClusterRoleBinding"})
SECURITY_CONTEXT_CONSTRAINTS = "system:openshift:scc:"


class Privilege(Struct, frozen=True):
    """One thing that a pod may do. `kind` is privileged, capability, root, host-path, host-namespace,
    bidirectional-mount or security-context-constraints; `value` what exactly; `owner` the object, and the
    container where it is one's own."""

    kind: str
    value: str
    owner: str
    path: str
    line: int


def privileges(source: Source, paths: Iterable[str]) -> Iterator[Privilege]:
    """Privileges of the pods, and of their service accounts' bindings, in the templates at `paths`."""
    for made in objects(source, paths):
        if made.kind in BINDINGS:
            yield from _binding(made)
        for where in (
            ("spec", "template", "spec"),
            ("spec",),
            ("spec", "jobTemplate", "spec", "template", "spec"),
        ):
            spec = made.root.get(*where)
            if spec and spec.get("containers"):
                yield from _pod(made, spec)


def _binding(made: TemplateObject) -> Iterator[Privilege]:
    name = made.words("roleRef", "name")
    node = made.root.get("roleRef", "name")
    if name and node and name.startswith(SECURITY_CONTEXT_CONSTRAINTS):
        value = name.removeprefix(SECURITY_CONTEXT_CONSTRAINTS)
        yield Privilege("security-context-constraints", value, made.name, made.file, node.line)


def _pod(made: TemplateObject, spec: Node) -> Iterator[Privilege]:
    for key in HOST_NAMESPACES:
        entry = spec.entry(key)
        if entry and entry.value.plain() is True:
            yield Privilege("host-namespace", key, made.name, made.file, entry.line)
    yield from _security(made, spec.get("securityContext"), made.name)
    volumes = spec.get("volumes")
    for volume in volumes.items if volumes else []:
        path = volume.get("hostPath", "path")
        if path:
            value = settled(made.template.source(path))
            yield Privilege("host-path", value, made.name, made.file, path.line)
    for key in CONTAINER_LISTS:
        listed = spec.get(key)
        for container in listed.items if listed else []:
            yield from _container(made, container)


def _container(made: TemplateObject, container: Node) -> Iterator[Privilege]:
    name = container.get("name")
    owner = f"{made.name}/{name.text if name else ''}"
    yield from _security(made, container.get("securityContext"), owner)
    mounts = container.get("volumeMounts")
    for mount in mounts.items if mounts else []:
        how, where = mount.get("mountPropagation"), mount.get("mountPath")
        if how and where and how.text == "Bidirectional":
            value = settled(made.template.source(where))
            yield Privilege("bidirectional-mount", value, owner, made.file, how.line)


def _security(made: TemplateObject, context: Node | None, owner: str) -> Iterator[Privilege]:
    if context is None:
        return
    for key, kind in (("privileged", "privileged"), ("allowPrivilegeEscalation", "escalation")):
        entry = context.entry(key)
        if entry and entry.value.plain() is True:
            yield Privilege(kind, "true", owner, made.file, entry.line)
    user = context.entry("runAsUser")
    if user and user.value.plain() == 0:
        yield Privilege("root", "runAsUser 0", owner, made.file, user.line)
    added = context.get("capabilities", "add")
    for item in added.items if added else []:
        yield Privilege("capability", item.text.removeprefix("CAP_"), owner, made.file, item.line)
