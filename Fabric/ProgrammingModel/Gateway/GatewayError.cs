using System;
using System.Fabric;
using System.Net;
using System.Text.Json;
using SfPerf.Fabric.Gateway;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>The body of every answer that is no success, and the exception that stands for it.</summary>
internal static class GatewayError
{
    internal static Exception ToException(HttpStatusCode status, byte[] body)
    {
        var (code, message) = Read(status, body);
        return code switch
        {
            "FABRIC_E_SERVICE_DOES_NOT_EXIST" => new FabricServiceNotFoundException(message),
            "FABRIC_E_PARTITION_NOT_FOUND" =>
                new FabricElementNotFoundException(message, FabricErrorCode.PartitionNotFound),
            "FABRIC_E_APPLICATION_NOT_FOUND" =>
                new FabricElementNotFoundException(message, FabricErrorCode.ApplicationNotFound),
            "FABRIC_E_SERVICE_TYPE_NOT_FOUND" =>
                new FabricElementNotFoundException(message, FabricErrorCode.ServiceTypeNotFound),
            "FABRIC_E_SERVICE_ALREADY_EXISTS" =>
                new FabricElementAlreadyExistsException(message, FabricErrorCode.ServiceAlreadyExists),
            "FABRIC_E_HEALTH_ENTITY_NOT_FOUND" =>
                new FabricElementNotFoundException(message, FabricErrorCode.FabricHealthEntityNotFound),
            "FABRIC_E_TEST_COMMAND_NOT_FOUND" => new FabricElementNotFoundException(message),
            "FABRIC_E_TEST_COMMAND_OPERATION_ID_ALREADY_EXISTS" =>
                new FabricException(message, FabricErrorCode.TestCommandOperationIdAlreadyExists),
            "FABRIC_E_INVALID_FOR_STATELESS_SERVICES" => new FabricInvalidForStatelessServicesException(message),
            "FABRIC_E_APPLICATION_ALREADY_EXISTS" =>
                new FabricElementAlreadyExistsException(message, FabricErrorCode.ApplicationAlreadyExists),
            "FABRIC_E_APPLICATION_TYPE_ALREADY_EXISTS" =>
                new FabricElementAlreadyExistsException(message, FabricErrorCode.ApplicationTypeAlreadyExists),
            "FABRIC_E_APPLICATION_TYPE_NOT_FOUND" =>
                new FabricElementNotFoundException(message, FabricErrorCode.ApplicationTypeNotFound),
            "FABRIC_E_APPLICATION_TYPE_IN_USE" => new FabricException(message, FabricErrorCode.ApplicationTypeInUse),
            "FABRIC_E_IMAGEBUILDER_VALIDATION_ERROR" =>
                new FabricException(message, FabricErrorCode.ImageBuilderValidationError),
            "FABRIC_E_IMAGE_STORE_OBJECT_NOT_FOUND" => new FabricElementNotFoundException(message),
            "FABRIC_E_IMAGE_STORE_IO" => new FabricException(message, FabricErrorCode.ImageStoreIOException),
            "FABRIC_E_NODE_NOT_FOUND" => new FabricElementNotFoundException(message, FabricErrorCode.NodeNotFound),
            "FABRIC_E_INVALID_PARTITION_KEY" => new FabricInvalidPartitionKeyException(message),
            "FABRIC_E_SERVICE_OFFLINE" => new FabricTransientException(message, FabricErrorCode.ServiceOffline),
            "FABRIC_E_GATEWAY_NOT_REACHABLE" =>
                new FabricTransientException(message, FabricErrorCode.GatewayNotReachable),
            "FABRIC_E_TIMEOUT" => new TimeoutException(message),
            "FABRIC_E_INVALID_OPERATION" => new InvalidOperationException(message),
            "E_INVALIDARG" => new ArgumentException(message),
            _ when status == HttpStatusCode.ServiceUnavailable => new FabricTransientException(message),
            _ => new FabricException(message),
        };
    }

    private static (string Code, string Message) Read(HttpStatusCode status, byte[] body)
    {
        try
        {
            if (JsonSerializer.Deserialize<ErrorBody>(body, GatewayClient.Json)?.Error is { Code: { } code } error)
                return (code, error.Message);
        }
        catch (JsonException)
        {
            // The answer is not one of a gateway of this project.
        }

        return ("", $"The gateway answered {(int)status} without saying why.");
    }
}
