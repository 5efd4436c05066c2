// The peer: a probot app that does nothing with the event and keeps nothing.
export default (app) => app.on("pull_request.opened", async () => {});
