using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Peers.Etcd;

namespace SfPerf.Client.Tests.Telemetry;

/// <summary>A double of an OpenTelemetry collector: takes metrics over http/protobuf and keeps the last of each.
/// </summary>
internal sealed class Collector : IDisposable
{
    private static readonly (string Kind, int Field)[] Kinds = [("gauge", 5), ("sum", 7), ("histogram", 9)];
    private readonly HttpListener _listener = new();
    private readonly Lock _gate = new();
    private readonly Dictionary<string, Point> _points = [];

    public Collector()
    {
        using (var free = new TcpListener(IPAddress.Loopback, 0))
        {
            free.Start();
            Address = $"http://127.0.0.1:{((IPEndPoint)free.LocalEndpoint).Port}";
        }

        _listener.Prefixes.Add(Address + "/");
        _listener.Start();
        _ = ServeAsync();
    }

    public string Address { get; }

    /// <summary>Gets the last point of each series, by metric and attributes.</summary>
    public IReadOnlyDictionary<string, Point> Points
    {
        get
        {
            lock (_gate)
                return new Dictionary<string, Point>(_points);
        }
    }

    public void Dispose() => _listener.Close();

    private static IEnumerable<byte[]> Messages(byte[] message, int field)
    {
        var found = new List<byte[]>();
        var reader = new ProtobufReader(message);
        while (reader.Next())
            if (reader.Field == field)
                found.Add(reader.Bytes.ToArray());
        return found;
    }

    private static string Text(byte[] message, int field) =>
        Messages(message, field).Select(System.Text.Encoding.UTF8.GetString).FirstOrDefault("");

    private static ulong Number(byte[] message, int field)
    {
        var reader = new ProtobufReader(message);
        while (reader.Next())
            if (reader.Field == field)
                return reader.Number;
        return 0;
    }

    // ExportMetricsServiceRequest { ResourceMetrics { ScopeMetrics { Metric { name, unit, gauge | sum | histogram }}}}
    private static IEnumerable<(string Key, Point Point)> Read(byte[] request) =>
        Messages(request, 1).SelectMany(r => Messages(r, 2)).SelectMany(s => Messages(s, 2)).SelectMany(metric =>
            Kinds.SelectMany(k => Messages(metric, k.Field).SelectMany(data => Messages(data, 1))
                .Select(p => PointOf(metric, k.Kind, p))));

    private static (string Key, Point Point) PointOf(byte[] metric, string kind, byte[] point)
    {
        var histogram = kind == "histogram";
        var attributes = Messages(point, histogram ? 9 : 7)
            .Select(a => $"{Text(a, 1)}={Text(Messages(a, 2).Single(), 1)}").Order();
        var real = BitConverter.UInt64BitsToDouble(Number(point, histogram ? 5 : 4));
        var whole = (long)Number(point, histogram ? 4 : 6);
        return ($"{Text(metric, 1)} {string.Join(' ', attributes)}", new Point(kind, Text(metric, 3), whole, real));
    }

    private async Task ServeAsync()
    {
        while (_listener.IsListening)
            try
            {
                var context = await _listener.GetContextAsync();
                using var body = new MemoryStream();
                await context.Request.InputStream.CopyToAsync(body);
                var good = context.Request is
                    { Url.AbsolutePath: "/v1/metrics", ContentType: "application/x-protobuf" };
                if (good)
                    lock (_gate)
                        foreach (var (key, point) in Read(body.ToArray()))
                            _points[key] = point;
                context.Response.StatusCode = good ? 200 : 400;
                context.Response.Close();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                return;
            }
    }

    /// <summary>One data point: of a sum its whole number, of a gauge its real one, of a histogram count and sum.
    /// </summary>
    internal sealed record Point(string Kind, string Unit, long Whole, double Real);
}
