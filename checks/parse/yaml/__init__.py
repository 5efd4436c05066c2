"""YAML to nodes with places. `parse` reads a file, `parse_fragment` text that stands inside another file.

Values are read as Kubernetes reads them, tags construct nothing, aliases share their node, and a document
that cannot be read leaves the others of its file standing.
"""

from checks.parse.yaml.compose import parse, parse_fragment
from checks.parse.yaml.nodes import Duplicate, Entry, Fault, Node, YamlDocument, YamlFile

__all__ = ["Duplicate", "Entry", "Fault", "Node", "YamlDocument", "YamlFile", "parse", "parse_fragment"]
