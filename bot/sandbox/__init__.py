"""A local GitHub-shaped server over real repositories, with a page; also the tests' double.

`server.Sandbox` starts it. `state` holds what GitHub would hold; one module a resource (`pulls`, `comments`,
`reviews`, `checks`, …) changes it and tells the webhooks; `rest`, `graphql`, `git_http` and `page` are the
four ways in; `shapes` turns what is held into the JSON of GitHub's own OpenAPI description.
"""
