"""A Helm chart at either side of the change: values, uses, objects, and the roles and pods among these.

Nothing is rendered; a template's YAML is read around its actions.
"""

from checks.chart.changes import ChartChange, chart_changes, charts
from checks.chart.objects import TemplateObject, objects, settled, spread
from checks.chart.pods import Privilege, privileges
from checks.chart.roles import Permission, Role, roles
from checks.chart.values import Chart, Leaf, Path, ValueUse, leaves_of, value_uses

__all__ = [
    "Chart",
    "ChartChange",
    "Leaf",
    "Path",
    "Permission",
    "Privilege",
    "Role",
    "TemplateObject",
    "ValueUse",
    "chart_changes",
    "charts",
    "leaves_of",
    "objects",
    "privileges",
    "roles",
    "settled",
    "spread",
    "value_uses",
]
