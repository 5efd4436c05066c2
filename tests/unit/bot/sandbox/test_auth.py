"""Who may call: the App's JWT, installation tokens with their permissions, people."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import jwt
import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from github import Github, GithubException, GithubIntegration

from bot.sandbox.model import now
from bot.sandbox.server import Sandbox


def signed(sandbox: Sandbox, key: Any = None, **claims: Any) -> int:
    """Return the status of `GET /app` with a JWT of those claims."""
    moment = int(time.time())
    whole = {"iat": moment - 60, "exp": moment + 300, "iss": str(sandbox.site.app.id)} | claims
    token = jwt.encode(whole, key or sandbox.private_key, algorithm="RS256")
    answer = requests.get(f"{sandbox.api_url}/app", headers={"Authorization": f"Bearer {token}"}, timeout=10)
    return answer.status_code


def test_nobody_and_strangers_are_told_nothing(sandbox: Sandbox) -> None:
    for header in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic !!"}):
        assert requests.get(f"{sandbox.api_url}/app", headers=header, timeout=10).status_code == 401


def test_a_jwt_of_another_key_is_refused(sandbox: Sandbox) -> None:
    assert signed(sandbox, rsa.generate_private_key(public_exponent=65537, key_size=2048)) == 401


@pytest.mark.parametrize(
    "claims", [{"exp": 1}, {"exp": int(time.time()) + 3600}, {"iss": "7"}, {"iat": int(time.time()) + 600}]
)
def test_a_jwt_that_is_late_long_foreign_or_early_is_refused(
    sandbox: Sandbox, claims: dict[str, Any]
) -> None:
    assert signed(sandbox, **claims) == 401


def test_the_app_sees_itself(sandbox: Sandbox, integration: GithubIntegration) -> None:
    assert signed(sandbox) == 200
    assert integration.get_app().slug == "design-review"
    assert integration.get_repo_installation("example-org", "driver").id == sandbox.site.installations[0].id


def test_a_token_is_long_and_expires(sandbox: Sandbox, integration: GithubIntegration) -> None:
    sandbox.credentials.lifetime = timedelta(seconds=-1)
    token = integration.get_access_token(sandbox.site.installations[0].id)
    assert len(token.token) == 520
    assert token.token.startswith(f"ghs_{sandbox.site.app.id}_")
    assert token.expires_at.replace(tzinfo=now().tzinfo) <= now()
    url, header = f"{sandbox.api_url}/repos/example-org/driver", {"Authorization": f"Bearer {token.token}"}
    assert requests.get(url, headers=header, timeout=10).status_code == 401


def test_no_token_is_wider_than_the_installation(sandbox: Sandbox, integration: GithubIntegration) -> None:
    with pytest.raises(GithubException) as refused:
        integration.get_access_token(sandbox.site.installations[0].id, {"administration": "write"})
    assert refused.value.status == 422


def test_a_suspended_installation_gets_no_token(sandbox: Sandbox, integration: GithubIntegration) -> None:
    sandbox.site.installations[0].suspended_at = now()
    with pytest.raises(GithubException) as refused:
        integration.get_access_token(sandbox.site.installations[0].id)
    assert refused.value.status == 403


def test_a_token_does_what_it_was_minted_for(as_app: Callable[..., Github]) -> None:
    repo = as_app(checks="read", contents="read").get_repo("example-org/driver")
    with pytest.raises(GithubException) as refused:
        repo.create_check_run("design-review", repo.get_branch("main").commit.sha)
    assert (refused.value.status, refused.value.data["message"]) == (
        403,
        "Resource not accessible by integration",
    )


def test_a_token_for_one_repository_reads_no_private_other(
    sandbox: Sandbox, integration: GithubIntegration
) -> None:
    other = sandbox.add_repository("example-org/secret")
    other.private = True
    first = sandbox.site.state.repository("example-org/driver")
    installation = sandbox.site.installations[0].id
    _, token = integration.requester.requestJsonAndCheck(
        "POST", f"/app/installations/{installation}/access_tokens", input={"repository_ids": [first.id]}
    )
    assert [one["full_name"] for one in token["repositories"]] == ["example-org/driver"]
    header = {"Authorization": f"Bearer {token['token']}"}
    url = f"{sandbox.api_url}/repos/example-org/secret"
    assert requests.get(url, headers=header, timeout=10).status_code == 404
    with pytest.raises(GithubException):
        integration.requester.requestJsonAndCheck(
            "POST", f"/app/installations/{installation}/access_tokens", input={"repository_ids": [1]}
        )


def test_maintain_counts_as_write_and_keeps_its_exact_name(as_app: Callable[..., Github]) -> None:
    repo = as_app().get_repo("example-org/driver")
    assert repo.get_collaborator_permission("approver") == "write"
    assert repo.get_collaborator_role_name("approver") == "maintain"
    assert repo.get_collaborator_permission("stranger") == "read"


def test_user_is_refused_to_an_app(sandbox: Sandbox, as_app: Callable[..., Github]) -> None:
    with pytest.raises(GithubException) as refused:
        _ = as_app().get_user().login
    assert refused.value.status == 403
