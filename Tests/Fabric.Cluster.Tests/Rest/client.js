// Calls Service Fabric's own client for Node.js: MODULE ADDRESS CALLS, where CALLS is a JSON list of [method, arguments...].
// Prints one line of JSON for each call: its result, or the status and the code of its error.
const [module_, address, calls] = process.argv.slice(2);
const ServiceFabricClient = require(module_);
const client = new ServiceFabricClient(address, { noRetryPolicy: true });

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
