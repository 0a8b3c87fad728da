using System;
using System.Collections.Generic;
using System.Fabric;
using System.Globalization;
using System.Net.Http;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform.Admission;

namespace SfPerf.Fabric.ProgrammingModel.Gateway;

/// <summary>Asks the cluster's gateway (docs/formats/gateway.md). Any thread may call it.</summary>
internal sealed class GatewayClient : IDisposable
{
    private const int AnswerBytesMax = 16 << 20;

    internal static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    private readonly HttpClient _http;
    private readonly Uri[] _roots;
    private int _preferred; // the endpoint that answered last; any thread may move it on

    internal GatewayClient(IReadOnlyList<string> endpoints, TimeSpan connectTimeout)
    {
        _roots = new Uri[endpoints.Count];
        for (var i = 0; i < _roots.Length; i++)
        {
            var valid = Uri.TryCreate($"http://{endpoints[i]}/", UriKind.Absolute, out var root) &&
                root.PathAndQuery == "/";
            _roots[i] = valid ? root! : throw new ArgumentException(
                $"Cluster endpoint '{endpoints[i]}' is not host:port.", nameof(endpoints));
        }

        var handler = new SocketsHttpHandler
        {
            ConnectTimeout = connectTimeout,
            UseProxy = false,
            AllowAutoRedirect = false,
        };
        _http = new HttpClient(handler)
        {
            Timeout = Timeout.InfiniteTimeSpan,
            MaxResponseContentBufferSize = AnswerBytesMax,
        };
    }

    public void Dispose() => _http.Dispose();

    internal Task<PartitionView[]> GetPartitionsAsync(
        Uri serviceName, TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<PartitionView[]>($"{ServicePath(serviceName)}/$/Partitions", timeout, cancellationToken);

    internal Task<ApplicationView[]> GetApplicationsAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<ApplicationView[]>("Applications", timeout, cancellationToken);

    internal Task<ServiceView[]> GetServicesAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<ServiceView[]>("Services", timeout, cancellationToken);

    internal Task<NodeView[]> GetNodesAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<NodeView[]>("Nodes", timeout, cancellationToken);

    internal Task<PartitionView> GetPartitionAsync(
        Guid partitionId, TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<PartitionView>($"Partitions/{partitionId}", timeout, cancellationToken);

    internal Task<ReplicasView> GetReplicasAsync(
        Guid partitionId, TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<ReplicasView>($"Partitions/{partitionId}/$/Replicas", timeout, cancellationToken);

    internal async Task<ResolvedServicePartition> ResolveAsync(
        Uri serviceName,
        string kind,
        string? key,
        ResolvedServicePartition? previous,
        TimeSpan timeout,
        CancellationToken cancellationToken)
    {
        var path = $"{ServicePath(serviceName)}/$/ResolvePartition?kind={kind}";
        if (key is not null)
            path += $"&key={Uri.EscapeDataString(key)}";
        if (previous is not null)
            path += string.Create(CultureInfo.InvariantCulture, $"&previousVersion={previous.Version}");
        var answer = await GetAsync<ResolvedView>(path, timeout, cancellationToken).ConfigureAwait(false);
        return answer.ToResolved();
    }

    // The cluster finds the service of a name without an application, if there is only one.
    private static string ServicePath(Uri serviceName)
    {
        ArgumentNullException.ThrowIfNull(serviceName);
        if (!serviceName.IsAbsoluteUri)
            return "Services/" + Uri.EscapeDataString(serviceName.ToString()).Replace("%2F", "/");
        if (serviceName.Scheme != "fabric")
        {
            throw new ArgumentException(
                $"Service name '{serviceName}' does not begin with fabric:/.", nameof(serviceName));
        }

        return "Services/" + serviceName.AbsolutePath.TrimStart('/');
    }

    internal Task<ServiceRequest> DescribeServiceAsync(
        Uri serviceName, TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<ServiceRequest>($"{ServicePath(serviceName)}/$/Description", timeout, cancellationToken);

    internal Task CreateServiceAsync(
        ServiceRequest service, TimeSpan timeout, CancellationToken cancellationToken) =>
        PostAsync("Services/Create", service, timeout, cancellationToken);

    internal Task DeleteServiceAsync(Uri serviceName, TimeSpan timeout, CancellationToken cancellationToken)
    {
        _ = ServicePath(serviceName);
        return PostAsync(
            "Services/Delete", new ServiceName { Name = serviceName.ToString() }, timeout, cancellationToken);
    }

    internal Task UploadAsync(
        string source, string name, TimeSpan timeout, CancellationToken cancellationToken) => PostAsync(
            "ImageStore/Upload", new UploadRequest { Source = source, Name = name }, timeout, cancellationToken);

    internal Task DeleteImageAsync(string name, TimeSpan timeout, CancellationToken cancellationToken) =>
        PostAsync("ImageStore/Delete", new ImageName { Name = name }, timeout, cancellationToken);

    internal Task ProvisionAsync(string name, TimeSpan timeout, CancellationToken cancellationToken) =>
        PostAsync("ApplicationTypes/Provision", new ImageName { Name = name }, timeout, cancellationToken);

    internal Task UnprovisionAsync(
        string name, string version, TimeSpan timeout, CancellationToken cancellationToken) => PostAsync(
            "ApplicationTypes/Unprovision", new ApplicationTypeName { Name = name, Version = version }, timeout,
            cancellationToken);

    internal Task CreateApplicationAsync(
        ApplicationRequest application, TimeSpan timeout, CancellationToken cancellationToken) =>
        PostAsync("Applications/Create", application, timeout, cancellationToken);

    internal Task DeleteApplicationAsync(string name, TimeSpan timeout, CancellationToken cancellationToken) =>
        PostAsync("Applications/Remove", new RemoveRequest { Application = name }, timeout, cancellationToken);

    internal Task<ApplicationTypeView[]> GetApplicationTypesAsync(
        TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<ApplicationTypeView[]>("ApplicationTypes", timeout, cancellationToken);

    internal Task<ClusterView> GetStatusAsync(TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<ClusterView>("Cluster/Status", timeout, cancellationToken);

    internal Task ReportHealthAsync(
        HealthRequest report, TimeSpan timeout, CancellationToken cancellationToken) =>
        PostAsync("Health/Report", report, timeout, cancellationToken);

    internal Task StartDataLossAsync(
        Guid partitionId, DataLossRequest loss, TimeSpan timeout, CancellationToken cancellationToken) =>
        PostAsync($"Partitions/{partitionId}/$/StartDataLoss", loss, timeout, cancellationToken);

    internal Task<TestCommandView> GetTestCommandAsync(
        Guid operationId, TimeSpan timeout, CancellationToken cancellationToken) =>
        GetAsync<TestCommandView>($"TestCommands/{operationId}", timeout, cancellationToken);

    private Task PostAsync<T>(string path, T body, TimeSpan timeout, CancellationToken cancellationToken) =>
        AskAsync<JsonElement>(path, JsonSerializer.SerializeToUtf8Bytes(body, Json), timeout, cancellationToken);

    private Task<T> GetAsync<T>(string path, TimeSpan timeout, CancellationToken cancellationToken) =>
        AskAsync<T>(path, null, timeout, cancellationToken);

    // With a body it is a POST.
    private async Task<T> AskAsync<T>(
        string path, byte[]? posted, TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(timeout);
        try
        {
            using var response = await SendAsync(path, posted, limit.Token).ConfigureAwait(false);
            var body = await response.Content.ReadAsByteArrayAsync(limit.Token).ConfigureAwait(false);
            if (!response.IsSuccessStatusCode)
                throw GatewayError.ToException(response.StatusCode, body);
            return JsonSerializer.Deserialize<T>(body, Json)
                ?? throw new JsonException($"The answer to {path} is null.");
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException($"The cluster's gateway did not answer {path} within {timeout}.", e);
        }
        catch (JsonException e)
        {
            throw new FabricException(
                $"The gateway's answer to {path} cannot be read: {e.Message}", e, FabricErrorCode.CommunicationError);
        }
    }

    private async Task<HttpResponseMessage> SendAsync(
        string path, byte[]? posted, CancellationToken cancellationToken)
    {
        Exception? failure = null;
        for (var tried = 0; tried < _roots.Length; tried++)
        {
            var index = (int)((uint)Volatile.Read(ref _preferred) % (uint)_roots.Length);
            try
            {
                using var request = new HttpRequestMessage(
                    posted is null ? HttpMethod.Get : HttpMethod.Post, new Uri(_roots[index], path));
                if (posted is not null)
                {
                    request.Content = new ByteArrayContent(posted);
                    request.Content.Headers.ContentType = new("application/json", "utf-8");
                }
                if (AdmissionPolicy.OwnToken is { } token)
                    request.Headers.Authorization = new("Bearer", token);
                return await _http.SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
            catch (HttpRequestException e)
            {
                failure = e;
                Interlocked.CompareExchange(ref _preferred, index + 1, index);
            }
        }

        throw new FabricTransientException(
            $"No gateway of the cluster answers at {string.Join(", ", (object[])_roots)}: {failure!.Message}",
            failure,
            FabricErrorCode.GatewayNotReachable);
    }
}
