using System;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.Client.Telemetry;

/// <summary>Counts what a collector takes: the exporter itself keeps its failures to itself.</summary>
internal sealed class CollectorWatch() : DelegatingHandler(new SocketsHttpHandler())
{
    private const string NoAnswer = "it did not answer in time";
    private int _sent;
    private int _failed;
    private int _ended;
    private string? _lastFailure;

    /// <summary>Gets the exports that were tried.</summary>
    public int Sent => Volatile.Read(ref _sent);

    /// <summary>Gets those that the collector did not take, or has not answered yet.</summary>
    public int Failed => Volatile.Read(ref _failed) + Unanswered;

    /// <summary>Gets why the last of those was not taken; null when all were.</summary>
    public string? LastFailure => Unanswered > 0 ? NoAnswer : Volatile.Read(ref _lastFailure);

    private int Unanswered => Sent - Volatile.Read(ref _ended);

    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _sent);
        try
        {
            return Judge(base.Send(request, cancellationToken));
        }
        catch (Exception e)
        {
            Fail(Describe(e));
            throw;
        }
        finally
        {
            Interlocked.Increment(ref _ended);
        }
    }

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _sent);
        try
        {
            return Judge(await base.SendAsync(request, cancellationToken).ConfigureAwait(false));
        }
        catch (Exception e)
        {
            Fail(Describe(e));
            throw;
        }
        finally
        {
            Interlocked.Increment(ref _ended);
        }
    }

    private static string Describe(Exception e) => e switch
    {
        OperationCanceledException => NoAnswer,
        HttpRequestException { InnerException: { } inner } => inner.Message,
        _ => e.Message,
    };

    // A gRPC call that fails at once says so in its headers.
    private HttpResponseMessage Judge(HttpResponseMessage response)
    {
        var status = response.Headers.TryGetValues("grpc-status", out var values) ? values.First() : "0";
        if (!response.IsSuccessStatusCode)
            Fail($"it answered {(int)response.StatusCode} {response.ReasonPhrase}");
        else if (status != "0")
            Fail($"it answered with gRPC status {status}");
        return response;
    }

    private void Fail(string reason)
    {
        Volatile.Write(ref _lastFailure, reason.TrimEnd('.'));
        Interlocked.Increment(ref _failed);
    }
}
