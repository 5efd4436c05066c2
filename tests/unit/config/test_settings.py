"""Settings come from the environment, and a fault is one sentence that names the variable."""

from pathlib import Path

import pytest

from config.settings import Settings, SettingsFault, load_settings


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_nothing_has_to_be_set() -> None:
    settings = load_settings()
    assert settings.github_api_url == "https://api.github.com"
    assert settings.broker_url is None
    assert settings.private_key is None
    assert (settings.mode, settings.check_name) == ("enforce", "design-review")


@pytest.mark.parametrize("secret", [None, "", "   "])
def test_no_webhook_secret_is_a_fault(secret: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if secret is not None:
        monkeypatch.setenv("GITHUB_WEBHOOK_SECRET", secret)
    with pytest.raises(SettingsFault, match="GITHUB_WEBHOOK_SECRET is not set"):
        _ = load_settings().webhook_secret


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "70000"),
        ("MODE", "strict"),
        ("GITHUB_APP_ID", "my-app"),
        ("SWEEP_INTERVAL", "-7"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_a_fault_names_the_variable_and_not_its_value(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsFault, match=f"^{name} is not usable: ") as fault:
        load_settings()
    assert value not in str(fault.value)
    assert "\n" not in str(fault.value)


def test_the_key_may_be_text_with_written_line_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_PRIVATE_KEY", r"-----BEGIN\nabc\n-----END")
    assert load_settings().private_key == "-----BEGIN\nabc\n-----END"


def test_the_key_may_be_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("the key\n")
    monkeypatch.setenv("GITHUB_PRIVATE_KEY_PATH", str(tmp_path / "key.pem"))
    assert load_settings().private_key == "the key\n"


def test_a_key_file_that_is_not_there_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GITHUB_PRIVATE_KEY_PATH", str(tmp_path / "none.pem"))
    with pytest.raises(SettingsFault, match="GITHUB_PRIVATE_KEY_PATH cannot be read"):
        _ = load_settings().private_key


def test_secrets_do_not_show_in_a_printed_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_WEBHOOK_SECRET", "GITHUB_PRIVATE_KEY", "BROKER_URL"):
        monkeypatch.setenv(name, "redis://:hunter2@example.test/0")
    assert "hunter2" not in repr(load_settings()) + str(load_settings())


def test_every_setting_is_described() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
