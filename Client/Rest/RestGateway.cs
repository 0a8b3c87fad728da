using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net.Http;
using System.Net.Http.Json;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform.Admission;

namespace SfPerf.Client.Rest;

/// <summary>Requests to the REST gateway of a Service Fabric cluster, ours or another (docs/reference/rest.md).
/// </summary>
internal sealed class RestGateway : IDisposable
{
    /// <summary>How many requests go on at a time; more wait.</summary>
    public const int ParallelRequests = 8;

    private const int Tries = 4;
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(250);
    private readonly RestEndpoint _endpoint;
    private readonly HttpClient _http;
    private readonly X509Certificate2? _certificate;
    private string? _refusedThumbprint;

    /// <exception cref="SfPerfException">The certificate cannot be read.</exception>
    public RestGateway(RestEndpoint endpoint)
    {
        _endpoint = endpoint;
        _certificate = endpoint.Certificate?.Read();
        var handler = new SocketsHttpHandler
        {
            MaxConnectionsPerServer = ParallelRequests, AllowAutoRedirect = false,
            SslOptions = { RemoteCertificateValidationCallback = (_, c, _, errors) => IsTrusted(c, errors) },
        };
        if (_certificate is not null)
            handler.SslOptions.ClientCertificates = [_certificate];
        // Each request has a limit of its own.
        _http = new(handler) { BaseAddress = endpoint.Address, Timeout = Timeout.InfiniteTimeSpan };
        if (AdmissionPolicy.OwnToken is { } own && endpoint.Address.IsLoopback)
            _http.DefaultRequestHeaders.Authorization = new("Bearer", own);
    }

    public string Address => _endpoint.Text;

    /// <summary>Gets an entity, or null where there is none.</summary>
    /// <exception cref="SfPerfException">The cluster does not answer, or refuses.</exception>
    public async Task<JsonElement?> GetAsync(string path, string version, CancellationToken token)
    {
        var answer = await SendAsync(
            () => new(HttpMethod.Get, Target(path, version)), RestEndpoint.RequestLimit, true, token)
            .ConfigureAwait(false);
        return answer.ValueKind == JsonValueKind.Undefined ? null : answer;
    }

    /// <summary>Gets a list, all its pages; empty where there is none.</summary>
    /// <exception cref="SfPerfException">The cluster does not answer, or refuses.</exception>
    public async Task<IReadOnlyList<JsonElement>> ItemsAsync(string path, string version, CancellationToken token)
    {
        var items = new List<JsonElement>();
        for (var next = path; ;)
        {
            if (await GetAsync(next, version, token).ConfigureAwait(false) is not { } page)
                return items;
            items.AddRange(page.GetProperty("Items").EnumerateArray());
            var more = page.TryGetProperty("ContinuationToken", out var mark) ? mark.GetString() : null;
            if (string.IsNullOrEmpty(more))
                return items;
            next = $"{path}{Separator(path)}ContinuationToken={Uri.EscapeDataString(more)}";
        }
    }

    /// <summary>Returns the id of an application or service in a path.</summary>
    /// <param name="name">Its name, as fabric:/SfPerf.</param>
    public static string IdOf(string name) =>
        Uri.EscapeDataString(name.Replace("fabric:/", "", StringComparison.Ordinal).Replace('/', '~'));

    /// <summary>Posts a command. It is sent once: whether one that got no answer was carried out is not known.
    /// </summary>
    /// <param name="path">What is commanded.</param>
    /// <param name="version">The version of the interface.</param>
    /// <param name="body">What is written as JSON.</param>
    /// <param name="limit">How long the cluster may take.</param>
    /// <param name="expected">The code of a refusal that is no failure; null for none.</param>
    /// <param name="token">Ends it.</param>
    /// <returns>Whether it was carried out: false where the cluster refused with the code that is no failure.</returns>
    /// <exception cref="SfPerfException">The cluster does not answer, or refuses.</exception>
    public async Task<bool> PostAsync(string path, string version, object? body, TimeSpan limit, string? expected,
        CancellationToken token)
    {
        var seconds = ((int)limit.TotalSeconds).ToString(CultureInfo.InvariantCulture);
        var target = new Uri($"{Target(path, version)}&timeout={seconds}", UriKind.Relative);
        var refusal = await SendAsync(() => new(HttpMethod.Post, target)
        {
            Content = body is null ? null : JsonContent.Create(body, options: JsonSerializerOptions.Default),
        }, limit + RestEndpoint.RequestLimit, false, token, expected).ConfigureAwait(false);
        return refusal.ValueKind == JsonValueKind.Undefined;
    }

    /// <summary>Sends a file; again if the cluster did not take it in.</summary>
    /// <param name="path">Where to.</param>
    /// <param name="file">The file; null sends an empty one.</param>
    /// <param name="limit">How long one try may take.</param>
    /// <param name="token">Ends it.</param>
    /// <exception cref="SfPerfException">The cluster does not answer, or refuses.</exception>
    public Task PutAsync(string path, string? file, TimeSpan limit, CancellationToken token) =>
        SendAsync(() => new(HttpMethod.Put, Target(path, RestVersions.Files))
        {
            Content = file is null ? new ByteArrayContent([]) : new StreamContent(File.OpenRead(file)),
        }, limit, true, token);

    /// <exception cref="SfPerfException">The cluster does not answer, or refuses.</exception>
    public Task DeleteAsync(string path, CancellationToken token) => SendAsync(
        () => new(HttpMethod.Delete, Target(path, RestVersions.Files)), RestEndpoint.RequestLimit, false, token);

    public void Dispose()
    {
        _http.Dispose();
        _certificate?.Dispose();
    }

    private static Uri Target(string path, string version) =>
        new($"{path}{Separator(path)}api-version={version}", UriKind.Relative);

    private static char Separator(string path) => path.Contains('?', StringComparison.Ordinal) ? '&' : '?';

    private async Task<JsonElement> SendAsync(
        Func<HttpRequestMessage> create, TimeSpan limit, bool again, CancellationToken token, string? expected = null)
    {
        for (var tried = 1; ; tried++)
        {
            try
            {
                return await SendOnceAsync(create, limit, expected, token).ConfigureAwait(false);
            }
            // Only an error with a cause is tried again: there was no answer, or one that says that another try may
            // help.
            catch (SfPerfException e) when (again && tried < Tries
                && e is { Code: ExitCode.Unreachable, InnerException: not null })
            {
                await Task.Delay(FirstPause * Math.Pow(2, tried - 1), TimeProvider.System, token).ConfigureAwait(false);
            }
        }
    }

    private async Task<JsonElement> SendOnceAsync(
        Func<HttpRequestMessage> create, TimeSpan limit, string? expected, CancellationToken token)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(token);
        limited.CancelAfter(limit);
        try
        {
            using var request = create();
            using var response = await _http.SendAsync(request, limited.Token).ConfigureAwait(false);
            var text = await response.Content.ReadAsStringAsync(limited.Token).ConfigureAwait(false);
            if (response.IsSuccessStatusCode)
                return text.Length == 0 ? default : JsonElement.Parse(text);
            if (expected is not null && ErrorOf(text, 0).Code == expected)
                return JsonElement.Parse(text);
            throw Refused(text, (int)response.StatusCode);
        }
        catch (HttpRequestException e) when (_refusedThumbprint is { } thumbprint)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"The certificate of {Address} is not trusted by this "
                + $"machine. If it is the right one, say {RestEndpoint.ThumbprintOption} {thumbprint}.", e);
        }
        catch (Exception e) when (e is HttpRequestException or JsonException
            || e is OperationCanceledException && !token.IsCancellationRequested)
        {
            var why = e is OperationCanceledException ? $"no answer within {limit.TotalSeconds:0} s."
                : e.InnerException?.Message ?? e.Message;
            throw new SfPerfException(ExitCode.Unreachable, $"The cluster at {Address} does not answer: {why}", e);
        }
    }

    private SfPerfException Refused(string text, int status)
    {
        if (status is 401 or 403 && text.Length == 0)
        {
            return new(ExitCode.Unreachable, $"The cluster at {Address} admits nobody without "
                + (_certificate is null ? $"a client certificate. Give one with {RestEndpoint.CertificateOption}."
                    : $"one of its client certificates; this one has the thumbprint {_certificate.Thumbprint}."));
        }
        var (code, message) = ErrorOf(text, status);
        return new(status is 400 or 403 or 404 or 409 or 501 ? ExitCode.BadParameters : ExitCode.Unreachable,
            $"{message} ({code})", status >= 500 ? new HttpRequestException(code) : null);
    }

    private static (string Code, string Message) ErrorOf(string text, int status)
    {
        try
        {
            var error = JsonElement.Parse(text).GetProperty("Error");
            return (error.GetProperty("Code").GetString() ?? "", error.GetProperty("Message").GetString() ?? "");
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException
            or InvalidOperationException)
        {
            return ($"status {status}", "The cluster refuses the request.");
        }
    }

    private bool IsTrusted(X509Certificate? certificate, SslPolicyErrors errors)
    {
        if (certificate is null)
            return false;
        if (_endpoint.ServerThumbprint is { } wanted)
        {
            var sha256 = certificate.GetCertHashString(HashAlgorithmName.SHA256);
            if (wanted.Equals(certificate.GetCertHashString(), StringComparison.OrdinalIgnoreCase)
                || wanted.Equals(sha256, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }
        else if (errors == SslPolicyErrors.None)
        {
            return true;
        }
        _refusedThumbprint = certificate.GetCertHashString();
        return false;
    }
}
