"""Go text templates (chart templates, object templates): their actions, uses and the YAML around them.

Nothing is rendered. `parse` finds the actions; what they use and the YAML that is left without them are
worked out on demand.
"""

from checks.parse.template.actions import Action
from checks.parse.template.file import Template, parse
from checks.parse.template.guards import Refusal
from checks.parse.template.mask import PLACEHOLDER, without_actions
from checks.parse.template.uses import Use

__all__ = ["PLACEHOLDER", "Action", "Refusal", "Template", "Use", "parse", "without_actions"]
