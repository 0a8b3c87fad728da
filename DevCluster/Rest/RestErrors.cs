using System.Collections.Frozen;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace SfPerf.DevCluster.Rest;

/// <summary>The errors of the REST interface: which status each code has, and how they are written.</summary>
internal static class RestErrors
{
    internal const string InvalidArgument = "E_INVALIDARG";
    internal const string NotImplemented = "E_NOTIMPL";
    internal const string TooLarge = "FABRIC_E_MESSAGE_TOO_LARGE";
    private const string DirectoryNotFound = "FABRIC_E_DIRECTORY_NOT_FOUND";

    /// <summary>Gets the code that this interface has for an error of the cluster.</summary>
    internal static string CodeOf(string code) => code switch
    {
        "FABRIC_E_IMAGE_STORE_OBJECT_NOT_FOUND" => DirectoryNotFound,
        "FABRIC_E_IMAGE_STORE_IO" => "FABRIC_E_IMAGESTORE_IOERROR",
        _ => code,
    };

    /// <summary>Gets the status of a code, as Service Fabric's own gateway maps them.</summary>
    internal static int StatusOf(string code) => code switch
    {
        InvalidArgument or "FABRIC_E_INVALID_PARTITION_KEY" or "FABRIC_E_INVALID_OPERATION"
            or "FABRIC_E_INVALID_FOR_STATELESS_SERVICES" or "FABRIC_E_IMAGEBUILDER_VALIDATION_ERROR"
            or "FABRIC_E_IMAGEBUILDER_RESERVED_DIRECTORY_ERROR" or "FABRIC_E_INVALID_UPLOAD_SESSION_ID"
            or "FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE" or "FABRIC_E_NODE_IS_UP" => 400,
        "E_ACCESSDENIED" => 403,
        "FABRIC_E_NODE_NOT_FOUND" or "FABRIC_E_APPLICATION_NOT_FOUND" or "FABRIC_E_APPLICATION_TYPE_NOT_FOUND"
            or "FABRIC_E_SERVICE_TYPE_NOT_FOUND" or "FABRIC_E_SERVICE_MANIFEST_NOT_FOUND"
            or "FABRIC_E_SERVICE_TYPE_TEMPLATE_NOT_FOUND"
            or "FABRIC_E_PARTITION_NOT_FOUND"
            or "FABRIC_E_SERVICE_DOES_NOT_EXIST" or "FABRIC_E_REPLICA_DOES_NOT_EXIST"
            or "FABRIC_E_HEALTH_ENTITY_NOT_FOUND" or "FABRIC_E_FILE_NOT_FOUND" or DirectoryNotFound
            or "FABRIC_E_TEST_COMMAND_NOT_FOUND" or "FABRIC_E_CODE_PACKAGE_NOT_FOUND" => 404,
        "FABRIC_E_APPLICATION_ALREADY_EXISTS" or "FABRIC_E_SERVICE_ALREADY_EXISTS"
            or "FABRIC_E_APPLICATION_TYPE_ALREADY_EXISTS" or "FABRIC_E_APPLICATION_TYPE_IN_USE"
            or "FABRIC_E_INSTANCE_ID_MISMATCH" or "FABRIC_E_UPLOAD_SESSION_ID_CONFLICT"
            or "FABRIC_E_TEST_COMMAND_OPERATION_ID_ALREADY_EXISTS" or "FABRIC_E_CHAOS_ALREADY_RUNNING" => 409,
        NotImplemented => 501,
        "FABRIC_E_SERVICE_OFFLINE" or "FABRIC_E_NO_WRITE_QUORUM" or "FABRIC_E_GATEWAY_NOT_REACHABLE" => 503,
        "FABRIC_E_TIMEOUT" => 504,
        _ => 500,
    };

    /// <summary>Answers with a status and a reason phrase alone, as to somebody who is not let in.</summary>
    internal static Task FailEmptyAsync(HttpContext context, int status, string reason)
    {
        context.Response.StatusCode = status;
        context.Features.GetRequiredFeature<IHttpResponseFeature>().ReasonPhrase = reason;
        context.Response.ContentLength = 0;
        return Task.CompletedTask;
    }

    /// <summary>Answers with an error. The code is the reason phrase, too, which Service Fabric Explorer reads.
    /// </summary>
    internal static Task FailAsync(HttpContext context, int status, string code, string message)
    {
        context.Response.StatusCode = status;
        if (context.Features.Get<IHttpResponseFeature>() is { } response)
            response.ReasonPhrase = code;
        if (status == StatusCodes.Status503ServiceUnavailable)
            context.Response.Headers.RetryAfter = "1";
        return new RestCall(context, 0, FrozenDictionary<string, string>.Empty).ObjectAsync(writer =>
        {
            writer.WriteStartObject("Error");
            writer.WriteString("Code", code);
            writer.WriteString("Message", message);
            writer.WriteEndObject();
        });
    }
}
