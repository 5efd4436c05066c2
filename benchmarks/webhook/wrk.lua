-- Posts signed deliveries, each with an id of its own, going round the bodies in FOLDER (see run.py).
local folder, event = os.getenv("FOLDER"), "pull_request"
local bodies, signatures, count = {}, {}, 0
for line in io.lines(folder .. "/signatures") do
  signatures[#signatures + 1] = line
  local file = io.open(folder .. "/" .. #signatures .. ".json", "rb")
  bodies[#signatures] = file:read("*a")
  file:close()
end
local start = tostring(os.time())
request = function()
  count = count + 1
  local i = count % #bodies + 1
  return wrk.format("POST", nil, {
    ["Content-Type"] = "application/json",
    ["X-GitHub-Event"] = event,
    ["X-GitHub-Delivery"] = start .. "-" .. count,
    ["X-Hub-Signature-256"] = signatures[i],
  }, bodies[i])
end
