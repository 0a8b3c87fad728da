using System;
using System.Net.Http;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;
using SfPerf.Platform.Admission;

namespace SfPerf.Client.Cluster;

/// <summary>Requests to a cluster's HTTP gateway (docs/formats/gateway.md).</summary>
/// <exception cref="SfPerfException">By every request: the cluster does not answer, or refuses.</exception>
internal sealed class Gateway(string address) : IDisposable
{
    /// <summary>The longest wait for the answer of a manager that lives, on a machine that a measurement keeps busy.
    /// </summary>
    public static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(20);

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    private static readonly JsonSerializerOptions Indented = new(Json)
    {
        WriteIndented = true,
    };

    private readonly HttpClient _http = new()
    {
        BaseAddress = new Uri(address.EndsWith('/') ? address : address + "/"), Timeout = TimeSpan.FromSeconds(100),
    };

    /// <summary>Gets or sets the longest wait for an answer; set before the first request.</summary>
    /// <value>100 s unless set.</value>
    public TimeSpan Timeout
    {
        get => _http.Timeout;
        set => _http.Timeout = value;
    }

    public Task<ClusterView> StatusAsync(CancellationToken token) => GetAsync<ClusterView>("Cluster/Status", token);

    /// <param name="after">The number of the last event that is known.</param>
    /// <param name="token">Ends the wait.</param>
    public Task<ClusterEventsView> EventsAsync(long after, CancellationToken token) =>
        GetAsync<ClusterEventsView>($"Cluster/Events?after={after}", token);

    /// <summary>Deploys; when the task ends, every partition is ready.</summary>
    /// <returns>The application's name, as fabric:/SfPerf.</returns>
    public async Task<string> DeployAsync(Deployment deployment, CancellationToken token)
    {
        var answer = await DeployAsync(new DeployRequest
        {
            Package = deployment.Package,
            Profile = deployment.Profile,
            Parameters = new(deployment.Parameters),
            Overwrite = deployment.Replaces ? "Replace" : "IfChanged",
        }, token).ConfigureAwait(false);
        return answer.Application;
    }

    /// <summary>Deploys; when the task ends, every partition is ready.</summary>
    public Task<DeployAnswer> DeployAsync(DeployRequest request, CancellationToken token) =>
        PostAsync<DeployAnswer>("Applications/Deploy", request, token);

    /// <summary>Deletes an application with its state; when the task ends, its processes are gone.</summary>
    public Task<RemoveAnswer> RemoveAsync(string application, CancellationToken token) =>
        PostAsync<RemoveAnswer>("Applications/Remove", new RemoveRequest { Application = application }, token);

    public Task<KillAnswer> KillAsync(KillRequest request, CancellationToken token) =>
        PostAsync<KillAnswer>("Cluster/Kill", request, token);

    /// <summary>Makes a secondary the primary; when the task ends, it is.</summary>
    public Task<MoveAnswer> MovePrimaryAsync(MoveRequest request, CancellationToken token) =>
        PostAsync<MoveAnswer>("Cluster/MovePrimary", request, token);

    public Task<RecoverAnswer> RecoverAsync(string partition, CancellationToken token) =>
        PostAsync<RecoverAnswer>($"Partitions/{Uri.EscapeDataString(partition)}/$/Recover", new { }, token);

    /// <summary>Deletes all state; when the task ends, the same applications are ready again.</summary>
    public Task<ResetAnswer> ResetAsync(CancellationToken token) =>
        PostAsync<ResetAnswer>("Cluster/Reset", new { }, token);

    /// <summary>Orders the cluster to stop. Its manager may be gone before it has answered.</summary>
    public Task<StopAnswer> StopAsync(CancellationToken token) =>
        PostAsync<StopAnswer>("Cluster/Stop", new { }, token);

    public void Dispose() => _http.Dispose();

    /// <summary>Writes a part of the status as the gateway writes it, in lines.</summary>
    internal static string Text<T>(T part) => JsonSerializer.Serialize(part, Indented);

    private Task<T> GetAsync<T>(string path, CancellationToken token) =>
        SendAsync<T>(new HttpRequestMessage(HttpMethod.Get, path), token);

    private Task<T> PostAsync<T>(string path, object body, CancellationToken token) =>
        SendAsync<T>(new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = JsonContent.Create(body, body.GetType(), options: Json),
        }, token);

    private async Task<T> SendAsync<T>(HttpRequestMessage request, CancellationToken token)
    {
        if (AdmissionPolicy.OwnToken is { } own)
            request.Headers.Authorization = new("Bearer", own);
        try
        {
            using (request)
            using (var response = await _http.SendAsync(request, token).ConfigureAwait(false))
            {
                var text = await response.Content.ReadAsStringAsync(token).ConfigureAwait(false);
                if (response.IsSuccessStatusCode)
                    return JsonSerializer.Deserialize<T>(text, Json) ?? throw new JsonException("It is null.");
                throw Refused(text, (int)response.StatusCode);
            }
        }
        catch (JsonException e)
        {
            throw new SfPerfException(ExitCode.Unreachable,
                $"The answer of the cluster at {address} is not understood: {e.Message}", e);
        }
        catch (Exception e) when (e is HttpRequestException
            || e is OperationCanceledException && !token.IsCancellationRequested)
        {
            throw new SfPerfException(
                ExitCode.Unreachable, $"The cluster at {address} does not answer: {e.Message}", e);
        }
    }

    private static SfPerfException Refused(string text, int status)
    {
        ErrorDetail? error = null;
        try
        {
            error = JsonSerializer.Deserialize<ErrorBody>(text, Json)?.Error;
        }
        catch (JsonException)
        {
            // The answer is not one of a gateway of this project.
        }

        var message = error?.Message ?? $"The cluster answered with status {status}.";
        var bad = status is 400 or 404 or 409;
        return new SfPerfException(bad ? ExitCode.BadParameters : ExitCode.Unreachable,
            error?.Code is { Length: > 0 } code ? $"{message} ({code})" : message);
    }
}
