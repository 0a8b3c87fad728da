using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SfPerf.Peers.Etcd;

namespace SfPerf.Client.Tests.Telemetry;

/// <summary>A double of an OpenTelemetry collector: takes metrics over http/protobuf at one address and over gRPC at
/// another, and keeps them.</summary>
internal sealed class Collector : IAsyncDisposable
{
    private const string GrpcMethod = "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export";
    private const int GrpcHeaderBytes = 5;
    private static readonly (string Kind, int Field)[] Kinds = [("gauge", 5), ("sum", 7), ("histogram", 9)];
    private readonly WebApplication _server;
    private readonly Lock _gate = new();
    private readonly List<(string Key, Point Point)> _points = [];
    private readonly List<IReadOnlyDictionary<string, string>> _resources = [];
    private readonly List<IReadOnlyDictionary<string, string>> _headers = [];
    private readonly CancellationTokenSource _stop = new();

    private Collector(WebApplication server) => _server = server;

    public string Address { get; private set; } = "";

    public string GrpcAddress { get; private set; } = "";

    /// <summary>Gets or sets the status it answers with; null for no answer.</summary>
    public int? Status { get; set; } = StatusCodes.Status200OK;

    /// <summary>Gets the last point of each series, by metric and attributes.</summary>
    public IReadOnlyDictionary<string, Point> Points
    {
        get
        {
            lock (_gate)
                return _points.GroupBy(p => p.Key).ToDictionary(g => g.Key, g => g.Last().Point);
        }
    }

    /// <summary>Gets the headers of each export.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, string>> Headers
    {
        get
        {
            lock (_gate)
                return [.. _headers];
        }
    }

    /// <summary>Gets the attributes of the resource of each export.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, string>> Resources
    {
        get
        {
            lock (_gate)
                return [.. _resources];
        }
    }

    public static async Task<Collector> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k =>
        {
            k.Listen(IPAddress.Loopback, 0, l => l.Protocols = HttpProtocols.Http1);
            k.Listen(IPAddress.Loopback, 0, l => l.Protocols = HttpProtocols.Http2);
        });
        var server = builder.Build();
        var collector = new Collector(server);
        server.MapPost("/v1/metrics", collector.TakeAsync);
        server.MapPost(GrpcMethod, collector.TakeGrpcAsync);
        await server.StartAsync();
        var addresses = server.Services.GetRequiredService<IServer>().Features
            .Get<IServerAddressesFeature>()!.Addresses;
        (collector.Address, collector.GrpcAddress) = (addresses.First(), addresses.Last());
        await collector.WarmUpAsync();
        return collector;
    }

    /// <summary>Gets every point of a series, in order.</summary>
    public IReadOnlyList<Point> History(string key)
    {
        lock (_gate)
            return [.. _points.Where(p => p.Key == key).Select(p => p.Point)];
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _server.DisposeAsync();
        _stop.Dispose();
    }

    // What its first answer compiles would, on a busy machine, take longer than an exporter waits for an answer.
    private async Task WarmUpAsync()
    {
        using var client = new HttpClient();
        foreach (var (address, version) in new[]
        {
            ($"{Address}/v1/metrics", HttpVersion.Version11), (GrpcAddress + GrpcMethod, HttpVersion.Version20),
        })
        {
            using var content = new ByteArrayContent(new byte[GrpcHeaderBytes]);
            using var request = new HttpRequestMessage(HttpMethod.Post, address)
            {
                Content = content, Version = version, VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            };
            using var answer = await client.SendAsync(request);
        }
        lock (_gate)
            _headers.Clear();
    }

    private async Task TakeAsync(HttpContext context)
    {
        if (Status is null)
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, _stop.Token)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        else if (Status == StatusCodes.Status200OK && context.Request.ContentType == "application/x-protobuf")
        {
            Keep(await BodyAsync(context), context);
        }

        context.Response.StatusCode = Status ?? StatusCodes.Status503ServiceUnavailable;
    }

    private async Task TakeGrpcAsync(HttpContext context)
    {
        Keep((await BodyAsync(context))[GrpcHeaderBytes..], context);
        context.Response.ContentType = "application/grpc";
        await context.Response.Body.WriteAsync(new byte[GrpcHeaderBytes]);
        context.Response.AppendTrailer("grpc-status", "0");
    }

    private static async Task<byte[]> BodyAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        return body.ToArray();
    }

    // ExportMetricsServiceRequest { ResourceMetrics { Resource, ScopeMetrics { Metric { name, unit, gauge | ... }}}}
    private void Keep(byte[] request, HttpContext context)
    {
        lock (_gate)
        {
            _headers.Add(context.Request.Headers.ToDictionary(h => h.Key, h => $"{h.Value}"));
            foreach (var metrics in Messages(request, 1))
            {
                _resources.Add(Attributes(Messages(metrics, 1).Single(), 1).ToDictionary(a => a.Key, a => a.Value));
                foreach (var metric in Messages(metrics, 2).SelectMany(scope => Messages(scope, 2)))
                {
                    foreach (var (kind, field) in Kinds)
                    {
                        foreach (var point in Messages(metric, field).SelectMany(data => Messages(data, 1)))
                            _points.Add(PointOf(metric, kind, point));
                    }
                }
            }
        }
    }

    private static (string Key, Point Point) PointOf(byte[] metric, string kind, byte[] point)
    {
        var histogram = kind == "histogram";
        var attributes = Attributes(point, histogram ? 9 : 7).Select(a => $"{a.Key}={a.Value}").Order();
        var real = BitConverter.UInt64BitsToDouble(Number(point, histogram ? 5 : 4));
        var whole = (long)Number(point, histogram ? 4 : 6);
        return ($"{Text(metric, 1)} {string.Join(' ', attributes)}", new Point(kind, Text(metric, 3), whole, real));
    }

    private static IEnumerable<(string Key, string Value)> Attributes(byte[] message, int field) =>
        Messages(message, field).Select(a => (Text(a, 1), Text(Messages(a, 2).Single(), 1)));

    private static IEnumerable<byte[]> Messages(byte[] message, int field)
    {
        var found = new List<byte[]>();
        var reader = new ProtobufReader(message);
        while (reader.Next())
        {
            if (reader.Field == field)
                found.Add(reader.Bytes.ToArray());
        }

        return found;
    }

    private static string Text(byte[] message, int field) =>
        Messages(message, field).Select(System.Text.Encoding.UTF8.GetString).FirstOrDefault("");

    private static ulong Number(byte[] message, int field)
    {
        var reader = new ProtobufReader(message);
        while (reader.Next())
        {
            if (reader.Field == field)
                return reader.Number;
        }

        return 0;
    }

    /// <summary>One data point: of a sum its whole number, of a gauge its real one, of a histogram count and sum.
    /// </summary>
    internal sealed record Point(string Kind, string Unit, long Whole, double Real);
}
