using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Net.Http.Json;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform.Admission;

namespace SfPerf.Client.Cluster;

/// <summary>Requests to a cluster's HTTP gateway (docs/formats/gateway.md).</summary>
internal sealed class Gateway(string address) : IDisposable
{
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

    public Task<JsonElement> StatusAsync(CancellationToken token) => GetAsync("Cluster/Status", token);

    public Task<JsonElement> GetAsync(string path, CancellationToken token) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Get, path), token);

    public Task<JsonElement> PostAsync(string path, object? body, CancellationToken token) =>
        SendAsync(new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = JsonContent.Create(body ?? new { }),
        }, token);

    /// <summary>Deploys; when the task ends, every partition is ready.</summary>
    /// <returns>The application's name, as fabric:/SfPerf.</returns>
    public async Task<string> DeployAsync(Deployment deployment, CancellationToken token)
    {
        var answer = await PostAsync("Applications/Deploy", new Dictionary<string, object>
        {
            ["package"] = deployment.Package, ["profile"] = deployment.Profile, ["parameters"] = deployment.Parameters,
            ["overwrite"] = deployment.Replaces ? "Replace" : "IfChanged",
        }, token).ConfigureAwait(false);
        return ClusterInfo.Text(answer, "application");
    }

    public void Dispose() => _http.Dispose();

    private async Task<JsonElement> SendAsync(HttpRequestMessage request, CancellationToken token)
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
                    return text.Length == 0 ? default : JsonElement.Parse(text);
                throw Refused(text, (int)response.StatusCode);
            }
        }
        catch (Exception e) when (e is HttpRequestException or JsonException
            || e is OperationCanceledException && !token.IsCancellationRequested)
        {
            throw new SfPerfException(
                ExitCode.Unreachable, $"The cluster at {address} does not answer: {e.Message}", e);
        }
    }

    private static SfPerfException Refused(string text, int status)
    {
        string message, code = "";
        try
        {
            var error = JsonElement.Parse(text).GetProperty("error");
            message = ClusterInfo.Text(error, "message");
            code = ClusterInfo.Text(error, "code");
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            message = $"The cluster answered with status {status}.";
        }

        var bad = status is 400 or 404 or 409;
        return new SfPerfException(bad ? ExitCode.BadParameters : ExitCode.Unreachable,
            code.Length == 0 ? message : $"{message} ({code})");
    }
}
