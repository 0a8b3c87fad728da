# Calls Service Fabric's own client for Python: ADDRESS CALLS, where CALLS is a JSON list of [method, arguments...]; a last
# argument that is an object holds arguments by name. An object with "$" is a model of that name.
# Over https SERVER_CERTIFICATE names the file of the server's certificate, CLIENT_CERTIFICATE that of ours with its key.
# Prints one line of JSON for each call: its result, or the status and the code of its error.
import json
import os
import sys

import requests
from azure.servicefabric import ServiceFabricClientAPIs, models
from msrest.authentication import Authentication
from msrest.exceptions import HttpOperationError
from msrest.serialization import Model


def read(value):
    if isinstance(value, list):
        return [read(item) for item in value]
    if not isinstance(value, dict):
        return value
    members = {name: read(item) for name, item in value.items() if name != "$"}
    return getattr(models, value["$"])(**members) if "$" in value else members


def written(value):
    if isinstance(value, list):
        return [written(item) for item in value]
    return value.as_dict() if isinstance(value, Model) else value


statuses = []
send = requests.Session.send


def watched(self, *arguments, **named):
    response = send(self, *arguments, **named)
    statuses.append(response.status_code)
    return response


requests.Session.send = watched
client = ServiceFabricClientAPIs(Authentication(), sys.argv[1])
client.config.connection.verify = os.environ.get("SERVER_CERTIFICATE", True)
client.config.connection.cert = os.environ.get("CLIENT_CERTIFICATE")
client.config.retry_policy.policy.total = 0
for method, *arguments in json.loads(sys.argv[2]):
    arguments = [read(argument) for argument in arguments]
    named = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
    line = {"method": method}
    try:
        response = getattr(client, method)(*arguments, raw=True, **named)
        line.update(status=response.response.status_code, result=written(response.output))
    except HttpOperationError as failure:
        line.update(status=failure.response.status_code, message=str(failure))
        error = getattr(failure, "error", None)
        line["code"] = error.error.code if getattr(error, "error", None) else None
    except TypeError as failure:
        # The client expects a body in every error; the 403 of a gateway has none.
        line.update(status=statuses[-1], message=str(failure))
    print(json.dumps(line))
