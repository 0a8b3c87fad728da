// Calls Service Fabric's own client for Node.js: MODULE ADDRESS CALLS, where CALLS is a JSON list of [method, arguments...].
// Over https SERVER_CERTIFICATE names the file of the server's certificate, CLIENT_CERTIFICATE that of ours with its key.
// Prints one line of JSON for each call: its result, or the status and the code of its error.
const [module_, address, calls] = process.argv.slice(2);
const ServiceFabricClient = require(module_);
const { readFileSync } = require('fs');
const { SERVER_CERTIFICATE: server, CLIENT_CERTIFICATE: own } = process.env;
const requestOptions = {
  ...(server && { ca: readFileSync(server) }),
  ...(own && { cert: readFileSync(own), key: readFileSync(own) }),
};
const client = new ServiceFabricClient(address, { noRetryPolicy: true, requestOptions });

async function main() {
  for (const [method, ...parameters] of JSON.parse(calls)) {
    const line = await new Promise(resolve => client[method](...parameters, (error, result, request, response) =>
      resolve(error
        ? { method, status: error.statusCode, code: error.body?.error?.code, message: error.message }
        : { method, status: response.statusCode, result })));
    console.log(JSON.stringify(line));
  }
}

main();
