using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;
using SfPerf.DevCluster.Rest;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.DevCluster.Gateway;

/// <summary>The routes of docs/formats/gateway.md.</summary>
internal sealed partial class GatewayRoutes(GatewayServer server, ClusterManager manager, StopSignals signals,
    GatewayAdmission admission, ExplorerFiles explorer)
{
    private const string RetrySeconds = "1";
    private readonly RestRoutes _rest = new(manager);
    private static readonly TimeSpan ResetLimit = TimeSpan.FromSeconds(30);

    internal async Task HandleAsync(HttpContext context)
    {
        try
        {
            if ((admission.Check(context) ?? RequestGuard.Check(context)) is { } refusal)
                await FailAsync(context, refusal.Status, refusal.Code, refusal.Message).ConfigureAwait(false);
            else
                await RouteAsync(context).ConfigureAwait(false);
        }
        catch (ClusterException e)
        {
            var code = StatusOf(e.Code) == 504 ? "FABRIC_E_TIMEOUT" : e.Code;
            if (RestRoutes.IsAsked(context))
                code = RestErrors.CodeOf(code);
            var status = RestRoutes.IsAsked(context) ? RestErrors.StatusOf(code) : StatusOf(e.Code);
            await FailAsync(context, status, code, e.Message).ConfigureAwait(false);
        }
        catch (ManifestException e)
        {
            await FailAsync(context, 400, "FABRIC_E_IMAGEBUILDER_VALIDATION_ERROR", e.Message).ConfigureAwait(false);
        }
        catch (BadHttpRequestException e)
        {
            // Too large, too slow, or cut off: the status says which.
            var large = e.StatusCode == StatusCodes.Status413PayloadTooLarge && RestRoutes.IsAsked(context);
            context.Response.Headers.Connection = "close";
            await FailAsync(context, e.StatusCode, large ? RestErrors.TooLarge : "E_INVALIDARG", e.Message)
                .ConfigureAwait(false);
        }
        catch (Exception e) when (e is JsonException or FormatException)
        {
            await FailAsync(context, 400, "E_INVALIDARG", e.Message).ConfigureAwait(false);
        }
        // A client that has gone needs no answer, and what its connection then does is no fault of the gateway.
        // Its reset may be read before the request is called aborted.
        catch (Exception e) when (e is not (OperationCanceledException or ConnectionResetException)
            && !context.RequestAborted.IsCancellationRequested)
        {
            manager.Log.RequestFailed(context.Request.Method, $"{context.Request.Path}", e);
            await FailAsync(context, 500, "E_FAIL", $"A fault of the gateway's own: {e.Message}").ConfigureAwait(false);
        }
    }

    internal static int StatusOf(string code) => code switch
    {
        "E_INVALIDARG" or "FABRIC_E_INVALID_PARTITION_KEY" or "FABRIC_E_INVALID_FOR_STATELESS_SERVICES" => 400,
        "FABRIC_E_SERVICE_DOES_NOT_EXIST" or "FABRIC_E_PARTITION_NOT_FOUND" or "FABRIC_E_NODE_NOT_FOUND"
            or "FABRIC_E_APPLICATION_NOT_FOUND" or "FABRIC_E_SERVICE_TYPE_NOT_FOUND"
            or "FABRIC_E_APPLICATION_TYPE_NOT_FOUND" or "FABRIC_E_IMAGE_STORE_OBJECT_NOT_FOUND"
            or "FABRIC_E_HEALTH_ENTITY_NOT_FOUND" or "FABRIC_E_TEST_COMMAND_NOT_FOUND" => 404,
        "FABRIC_E_APPLICATION_ALREADY_EXISTS" or "FABRIC_E_SERVICE_ALREADY_EXISTS"
            or "FABRIC_E_APPLICATION_TYPE_ALREADY_EXISTS" or "FABRIC_E_APPLICATION_TYPE_IN_USE"
            or "FABRIC_E_INVALID_OPERATION" or "FABRIC_E_TEST_COMMAND_OPERATION_ID_ALREADY_EXISTS" => 409,
        "FABRIC_E_SERVICE_OFFLINE" or "FABRIC_E_NO_WRITE_QUORUM" => 503,
        "FABRIC_E_TIMEOUT" or "Timeout" or "HostFailed" or "ReplicaFailed" => 504,
        _ => 500,
    };

    private Task RouteAsync(HttpContext context)
    {
        if (RestRoutes.IsAsked(context))
            return _rest.HandleAsync(context);
        if (ExplorerFiles.IsAsked(context))
            return explorer.AnswerAsync(context);
        var path = context.Request.Path.Value!.TrimEnd('/');
        var post = HttpMethods.IsPost(context.Request.Method);
        if (!post && !HttpMethods.IsGet(context.Request.Method))
            return FailAsync(context, 405, "E_INVALIDARG", "Allowed: GET, POST.");
        return (post, path) switch
        {
            (false, "/Cluster/Status") => StatusAsync(context),
            (false, "/Cluster/Events") => EventsAsync(context),
            (false, "/Nodes") => AnswerAsync(context, manager.NodesAsync()),
            (false, "/Services") => AnswerAsync(context, manager.ServicesAsync()),
            (false, "/Applications") => AnswerAsync(context, manager.ApplicationsAsync()),
            (true, "/Cluster/Kill") => KillAsync(context),
            (true, "/Cluster/MovePrimary") => MoveAsync(context),
            (true, _) when Between(path, "/Partitions/", "/$/Recover") is { } partition =>
                RecoverAsync(context, partition),
            (true, _) when Between(path, "/Partitions/", "/$/StartDataLoss") is { } partition =>
                LoseDataAsync(context, partition),
            (false, _) when Between(path, "/TestCommands/", "") is { } operation =>
                AnswerAsync(context, manager.TestCommandAsync(operation)),
            (true, "/Health/Report") => ReportHealthAsync(context),
            (false, _) when Between(path, "/Partitions/", "/$/Replicas") is { } partition =>
                AnswerAsync(context, manager.ReplicasAsync(partition)),
            (false, _) when Between(path, "/Partitions/", "") is { } partition =>
                AnswerAsync(context, manager.PartitionAsync(partition)),
            (true, "/Cluster/Reset") => ResetAsync(context),
            (true, "/Cluster/Stop") => StopAsync(context),
            (true, "/Applications/Deploy") => DeployAsync(context),
            (true, "/Applications/Remove") => RemoveAsync(context),
            (true, "/Applications/Create") => CreateApplicationAsync(context),
            (false, "/ApplicationTypes") => AnswerAsync(context, manager.ApplicationTypesAsync()),
            (true, "/ApplicationTypes/Provision") => ProvisionAsync(context),
            (true, "/ApplicationTypes/Unprovision") => UnprovisionAsync(context),
            (true, "/ImageStore/Upload") => UploadAsync(context),
            (true, "/ImageStore/Delete") => DeleteImageAsync(context),
            (true, "/Services/Create") => CreateServiceAsync(context),
            (true, "/Services/Delete") => DeleteServiceAsync(context),
            (false, _) when Between(path, "/Services/", "/$/Description") is { } service =>
                DescribeServiceAsync(context, "fabric:/" + service),
            (false, _) when Between(path, "/Services/", "/$/Partitions") is { } service =>
                AnswerAsync(context, manager.PartitionsAsync("fabric:/" + service)),
            (false, _) when Between(path, "/Services/", "/$/ResolvePartition") is { } service =>
                ResolveAsync(context, "fabric:/" + service),
            _ when _rest.Knows(context) =>
                RestErrors.FailAsync(context, 400, RestErrors.InvalidArgument, "api-version is missing."),
            _ => FailAsync(context, 404, "E_INVALIDARG", $"There is no route '{context.Request.Method} {path}'."),
        };
    }

    private static string? Between(string path, string start, string end) =>
        path.StartsWith(start, StringComparison.Ordinal) && path.EndsWith(end, StringComparison.Ordinal)
            && path.Length > start.Length + end.Length ? path[start.Length..^end.Length] : null;

    private async Task StatusAsync(HttpContext context)
    {
        var status = await manager.StatusAsync().ConfigureAwait(false);
        await WriteAsync(context, status with
        {
            Gateway = server.Address,
            ClientEndpoint = server.ClientEndpoint,
            HttpsGateway = server.SecureAddress,
        }).ConfigureAwait(false);
    }

    private Task ResolveAsync(HttpContext context, string service)
    {
        var query = context.Request.Query;
        var version = Number(context, "previousVersion");
        var id = query["partitionId"].FirstOrDefault();
        var kind = query["kind"].FirstOrDefault();
        string[] kinds = ["Int64Range", "Named", "Singleton"];
        if (id is null && !kinds.Contains(kind))
            throw new ClusterException("E_INVALIDARG", $"kind is '{kind}'. Allowed: {string.Join(", ", kinds)}.");
        var key = new ResolveKey { Kind = id is null ? kind! : "Id", Text = id ?? query["key"].FirstOrDefault() ?? "" };
        return AnswerAsync(context, manager.ResolveAsync(service, key, version, context.RequestAborted));
    }

    private Task EventsAsync(HttpContext context) =>
        AnswerAsync(context, manager.EventsAsync(Number(context, "after")));

    // 0 when it is not given.
    private static long Number(HttpContext context, string name)
    {
        var text = context.Request.Query[name].FirstOrDefault();
        var number = 0L;
        if (text is not null && !long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number))
            throw new ClusterException("E_INVALIDARG", $"{name} is '{text}'. Allowed: a whole number.");
        return number;
    }

    private async Task KillAsync(HttpContext context)
    {
        var request = await ReadAsync<KillRequest>(context).ConfigureAwait(false);
        if (request.Node is null == request.Primary is null)
            throw new ClusterException("E_INVALIDARG", "Say either node or primary.");
        var killed = request.Node is { } node
            ? manager.KillNodeAsync(node) : manager.KillPrimaryAsync(request.Primary!, request.PartitionId);
        await WriteAsync(context, new KillAnswer(await killed.ConfigureAwait(false))).ConfigureAwait(false);
    }

    private async Task MoveAsync(HttpContext context)
    {
        var request = await ReadAsync<MoveRequest>(context).ConfigureAwait(false);
        var (partition, from, to) = await manager.MovePrimaryAsync(request.Service, request.PartitionId, request.Node)
            .ConfigureAwait(false);
        await WriteAsync(context, new MoveAnswer(partition, from, to)).ConfigureAwait(false);
    }

    private async Task RecoverAsync(HttpContext context, string partition)
    {
        var recovered = await manager.RecoverPartitionAsync(partition).ConfigureAwait(false);
        await WriteAsync(context, new RecoverAnswer(recovered)).ConfigureAwait(false);
    }

    private async Task LoseDataAsync(HttpContext context, string partition)
    {
        var request = await ReadAsync<DataLossRequest>(context).ConfigureAwait(false);
        var full = request.Mode switch
        {
            "FullDataLoss" => true,
            "PartialDataLoss" => false,
            _ => throw new ClusterException("E_INVALIDARG",
                $"mode is '{request.Mode}'. Allowed: FullDataLoss, PartialDataLoss."),
        };
        await AnswerAsync(context, manager.StartDataLossAsync(request.OperationId, partition, full))
            .ConfigureAwait(false);
    }

    private async Task ReportHealthAsync(HttpContext context)
    {
        var request = await ReadAsync<HealthRequest>(context).ConfigureAwait(false);
        var taken = await manager.ReportHealthAsync(HealthRequests.Entity(request), HealthRequests.Report(request))
            .ConfigureAwait(false);
        await WriteAsync(context, new HealthAnswer(taken)).ConfigureAwait(false);
    }

    private async Task ResetAsync(HttpContext context)
    {
        var start = TimeProvider.System.GetTimestamp();
        await manager.ResetAsync(ResetLimit).ConfigureAwait(false);
        await WriteAsync(context, new ResetAnswer(Seconds(start))).ConfigureAwait(false);
    }

    private async Task StopAsync(HttpContext context)
    {
        await WriteAsync(context, new StopAnswer(Environment.ProcessId)).ConfigureAwait(false);
        await context.Response.CompleteAsync().ConfigureAwait(false);
        signals.Stop("asked through the gateway");
    }

    private async Task DeployAsync(HttpContext context)
    {
        var start = TimeProvider.System.GetTimestamp();
        var request = await ReadAsync<DeployRequest>(context).ConfigureAwait(false);
        if (!Enum.TryParse<DeployMode>(request.Overwrite, out var mode))
        {
            throw new ClusterException("E_INVALIDARG", $"overwrite is '{request.Overwrite}'. "
                + Suggestion.For(request.Overwrite, Enum.GetNames<DeployMode>()));
        }
        var limit = Limit(request.TimeoutSeconds);
        CheckPath("package", request.Package);
        if (request.Profile is not null)
            CheckPath("profile", request.Profile);
        var definition = ApplicationReader.Read(request.Package, request.Profile, request.Application,
            request.Parameters);
        var changed = await manager.DeployAsync(definition, mode, limit).ConfigureAwait(false);
        await WriteAsync(context, new DeployAnswer(definition.Name, changed, Seconds(start))).ConfigureAwait(false);
    }

    private async Task RemoveAsync(HttpContext context)
    {
        var start = TimeProvider.System.GetTimestamp();
        var request = await ReadAsync<RemoveRequest>(context).ConfigureAwait(false);
        await manager.RemoveAsync(request.Application).ConfigureAwait(false);
        await WriteAsync(context, new RemoveAnswer(request.Application, Seconds(start))).ConfigureAwait(false);
    }

    private async Task CreateServiceAsync(HttpContext context)
    {
        var request = await ReadAsync<ServiceRequest>(context).ConfigureAwait(false);
        _ = await manager.CreateServiceAsync(request.Application, ServiceRequests.Definition(request),
            request.HasPersistedState).ConfigureAwait(false);
        await WriteAsync(context, new ServiceAnswer(request.Name)).ConfigureAwait(false);
    }

    private async Task DeleteServiceAsync(HttpContext context)
    {
        var request = await ReadAsync<ServiceName>(context).ConfigureAwait(false);
        _ = await manager.DeleteServiceAsync(request.Name).ConfigureAwait(false);
        await WriteAsync(context, new ServiceAnswer(request.Name)).ConfigureAwait(false);
    }

    private async Task DescribeServiceAsync(HttpContext context, string name)
    {
        var (application, service, persisted) = await manager.DescribeServiceAsync(name).ConfigureAwait(false);
        await WriteAsync(context, ServiceRequests.Description(application, service, persisted)).ConfigureAwait(false);
    }

    // A relative path would lead to where the manager was started, which the caller does not know.
    private static TimeSpan Limit(double seconds) => seconds is > 0 and <= 3600 ? TimeSpan.FromSeconds(seconds)
        : throw new ClusterException("E_INVALIDARG", $"timeoutSeconds is {seconds}. Allowed: above 0, to 3600.");

    private static void CheckPath(string name, string path)
    {
        if (!Path.IsPathFullyQualified(path) || path.Contains('\0', StringComparison.Ordinal))
            throw new ClusterException("E_INVALIDARG", $"{name} is '{path}'. Allowed: an absolute path.");
    }

    private static double Seconds(long start) => Math.Round(TimeProvider.System.GetElapsedTime(start).TotalSeconds, 3);

    private static async Task<T> ReadAsync<T>(HttpContext context) where T : class
    {
        var type = GatewayText.Type<T>();
        using var text = await RequestText.ReadAsync(context).ConfigureAwait(false);
        return await JsonSerializer.DeserializeAsync(text, type, context.RequestAborted).ConfigureAwait(false)
            ?? throw new ClusterException("E_INVALIDARG", "The body is null.");
    }

    private static async Task AnswerAsync<T>(HttpContext context, Task<T> value) =>
        await WriteAsync(context, await value.ConfigureAwait(false)).ConfigureAwait(false);

    internal static Task FailAsync(HttpContext context, int status, string code, string message)
    {
        if (message.Length == 0)
            return RestErrors.FailEmptyAsync(context, status, code);
        if (RestRoutes.IsAsked(context))
            return RestErrors.FailAsync(context, status, code, message);
        context.Response.StatusCode = status;
        if (status == StatusCodes.Status503ServiceUnavailable)
            context.Response.Headers.RetryAfter = RetrySeconds;
        return WriteAsync(context, new ErrorBody(new(code, message)));
    }

    private static Task WriteAsync<T>(HttpContext context, T value)
    {
        context.Response.ContentType = "application/json; charset=utf-8";
        var bytes = JsonSerializer.SerializeToUtf8Bytes(value, GatewayText.Type<T>());
        context.Response.ContentLength = bytes.Length;
        return context.Response.Body.WriteAsync(bytes, 0, bytes.Length);
    }
}
