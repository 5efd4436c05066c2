"""The sandbox's page: server-rendered HTML with a little script, for a person at a browser."""

from flask import Blueprint

blueprint = Blueprint("page", __name__)
