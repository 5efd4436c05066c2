"""Generated files against what they are made from: who owns them, and where the two disagree."""

from checks.generated.copies import copies_disagree
from checks.generated.moved import Moved, Placed, package_files, types_in
from checks.generated.ownership import Disagreement, is_source, owner
from checks.generated.schemas import definitions_of, reach, schemas_disagree

__all__ = [
    "Disagreement",
    "Moved",
    "Placed",
    "copies_disagree",
    "definitions_of",
    "is_source",
    "owner",
    "package_files",
    "reach",
    "schemas_disagree",
    "types_in",
]
