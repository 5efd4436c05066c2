"""Accounts, the App and its installations as JSON."""

from bot.sandbox.model import Account, App, Installation, Repository
from bot.sandbox.site import Json, Site, timestamp
from bot.sandbox.state import node_id

ROLES = ("admin", "maintain", "write", "triage", "read")
COLLECTIONS = ("followers", "organizations", "repos", "subscriptions", "received_events")


def user(site: Site, account: Account) -> Json:
    """Return GitHub's *simple user*."""
    url = f"{site.api}/users/{account.login}"
    return {
        "login": account.login,
        "id": account.id,
        "node_id": node_id(account),
        "avatar_url": f"{site.url}/-/avatar/{account.login}.svg",
        "gravatar_id": "",
        "url": url,
        "html_url": f"{site.url}/{account.login}",
        "following_url": url + "/following{/other_user}",
        "gists_url": url + "/gists{/gist_id}",
        "starred_url": url + "/starred{/owner}{/repo}",
        "events_url": url + "/events{/privacy}",
        **{f"{name}_url": f"{url}/{name}" for name in COLLECTIONS},
        "type": account.kind,
        "site_admin": False,
    }


def optional_user(site: Site, account: Account | None) -> Json | None:
    """Return a simple user, or nothing for nobody."""
    return user(site, account) if account else None


def full_user(site: Site, account: Account) -> Json:
    """Return GitHub's *public user*."""
    texts = dict.fromkeys(("name", "company", "location", "email", "bio"))
    numbers = dict.fromkeys(("public_repos", "public_gists", "followers", "following"), 0)
    made = timestamp(account.created_at)
    more = {"blog": "", "hireable": None, "created_at": made, "updated_at": made}
    return user(site, account) | texts | numbers | more


def app(site: Site, of: App) -> Json:
    """Return GitHub's *integration*."""
    return {
        "id": of.id,
        "slug": of.slug,
        "client_id": f"Iv23li{of.id}",
        "node_id": node_id(of),
        "owner": user(site, of.owner),
        "name": of.name,
        "description": None,
        "external_url": site.url,
        "html_url": f"{site.url}/apps/{of.slug}",
        "created_at": timestamp(of.created_at),
        "updated_at": timestamp(of.created_at),
        "permissions": of.permissions,
        "events": of.events,
    }


def installation(site: Site, of: Installation) -> Json:
    """Return GitHub's *installation*."""
    url = f"{site.api}/app/installations/{of.id}"
    return {
        "id": of.id,
        "account": user(site, of.account),
        "repository_selection": "all",
        "access_tokens_url": f"{url}/access_tokens",
        "repositories_url": f"{site.api}/installation/repositories",
        "html_url": f"{site.url}/organizations/{of.account.login}/settings/installations/{of.id}",
        "app_id": of.app.id,
        "app_slug": of.app.slug,
        "target_id": of.account.id,
        "target_type": of.account.kind,
        "permissions": of.app.permissions,
        "events": of.app.events,
        "created_at": timestamp(of.created_at),
        "updated_at": timestamp(of.created_at),
        "single_file_name": None,
        "suspended_by": None,
        "suspended_at": timestamp(of.suspended_at),
    }


def role(repository: Repository, account: Account) -> str:
    """Return the exact role of an account in a repository; a public one may be read by everybody."""
    if account is repository.owner:
        return "admin"
    return repository.roles.get(account.login.lower(), "none" if repository.private else "read")


def association(repository: Repository, account: Account) -> str:
    """Return what GitHub calls the author's association with the repository."""
    if account is repository.owner:
        return "OWNER"
    if role(repository, account) in ("admin", "maintain", "write", "triage"):
        return "MEMBER" if repository.owner.kind == "Organization" else "COLLABORATOR"
    merged = (pull.author for pull in repository.pulls.values() if pull.merged_at)
    return "CONTRIBUTOR" if account in merged else "NONE"


def permission(site: Site, repository: Repository, account: Account) -> Json:
    """Return GitHub's *repository collaborator permission*; maintain counts as write, triage as read."""
    exact = role(repository, account)
    rank = ROLES.index(exact) if exact in ROLES else len(ROLES)
    held = {"admin": rank < 1, "maintain": rank < 2, "push": rank < 3, "triage": rank < 4, "pull": rank < 5}
    return {
        "permission": {"maintain": "write", "triage": "read"}.get(exact, exact),
        "role_name": exact,
        "user": user(site, account) | {"permissions": held, "role_name": exact},
    }
