using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.IO;
using System.Net.Http;
using System.Reflection;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using SfPerf.Client.Output;

namespace SfPerf.Client.Telemetry;

/// <summary>Sends metrics to an OpenTelemetry collector once a second, on a thread of its own, and the rest when
/// disposed. A collector that is down or slow costs the run nothing.</summary>
internal sealed class OtlpExport : IDisposable
{
    private const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private const string TimeoutVariable = "OTEL_EXPORTER_OTLP_TIMEOUT";
    private const string IntervalVariable = "OTEL_METRIC_EXPORT_INTERVAL";
    private const string DisabledVariable = "OTEL_SDK_DISABLED";
    private const int IntervalMilliseconds = 1000;
    private const int TimeoutMilliseconds = 2000;
    private const int EndMilliseconds = 3000;
    private readonly MeterProvider _provider;
    private readonly CollectorWatch _watch = new();
    private readonly TextWriter _warnings;
    private string _collector = "";

    private OtlpExport(string system, IReadOnlyDictionary<string, object> attributes, Uri? collector,
        TextWriter warnings)
    {
        _warnings = warnings;
        Metrics = new RunMetrics(system);
        var version = typeof(OtlpExport).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
        var histogram = new ExplicitBucketHistogramConfiguration
        {
            Boundaries = RunMetrics.Bounds, RecordMinMax = false,
        };
        _provider = Sdk.CreateMeterProviderBuilder()
            // The environment comes last, so that it can rename the service.
            .ConfigureResource(r => r.Clear().AddTelemetrySdk()
                .AddService("sfperf", serviceVersion: version?.InformationalVersion)
                .AddAttributes(attributes).AddEnvironmentVariableDetector())
            .AddMeter(RunMetrics.MeterName)
            .AddView(RunMetrics.Duration, histogram)
            .AddView(RunMetrics.LateStarts, histogram)
            .AddOtlpExporter((exporter, reader) =>
            {
                if (collector is not null)
                {
                    exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
                    // An endpoint set by a program is taken as it is, without the signal's path.
                    exporter.Endpoint = new Uri($"{collector.ToString().TrimEnd('/')}/v1/metrics");
                }

                if (Environment.GetEnvironmentVariable(TimeoutVariable) is null)
                    exporter.TimeoutMilliseconds = TimeoutMilliseconds;
                if (Environment.GetEnvironmentVariable(IntervalVariable) is null)
                    reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = IntervalMilliseconds;
                exporter.HttpClientFactory = () => new HttpClient(_watch, disposeHandler: false)
                {
                    Timeout = TimeSpan.FromMilliseconds(exporter.TimeoutMilliseconds),
                };
                _collector = (collector ?? exporter.Endpoint).ToString().TrimEnd('/');
            })
            .Build();
    }

    /// <summary>Gets the metrics that are sent.</summary>
    public RunMetrics Metrics { get; }

    /// <summary>Gets what went wrong last, as a sentence; null when the collector took everything.</summary>
    public string? LastFailure => _watch.LastFailure is { } reason
        ? $"OpenTelemetry: the collector at {_collector} did not take {_watch.Failed} of {_watch.Sent} exports: "
            + $"{reason}."
        : null;

    /// <summary>Starts, when a collector is named here or in the environment; null otherwise, and then nothing of a run
    /// costs anything.</summary>
    /// <param name="system">The store that is measured.</param>
    /// <param name="attributes">What tells this run from others.</param>
    /// <param name="collector">As the command line names it; null when it does not.</param>
    /// <param name="warnings">Told of a collector that does not take what is sent.</param>
    public static OtlpExport? Start(string system, IReadOnlyDictionary<string, object> attributes, Uri? collector,
        TextWriter warnings)
    {
        if (collector is null && Environment.GetEnvironmentVariable(EndpointVariable) is not { Length: > 0 })
            return null;
        if ("true".Equals(Environment.GetEnvironmentVariable(DisabledVariable), StringComparison.OrdinalIgnoreCase))
        {
            if (collector is not null)
                warnings.WriteLine($"OpenTelemetry: nothing is sent to {collector}, since {DisabledVariable} is true.");
            return null;
        }

        try
        {
            return new OtlpExport(system, attributes, collector, warnings);
        }
        catch (Exception e) when (e is ArgumentException or FormatException or NotSupportedException)
        {
            warnings.WriteLine($"OpenTelemetry: nothing is sent, since a variable is not understood: {e.Message}");
            return null;
        }
    }

    /// <summary>Makes the option that names a collector.</summary>
    public static Option<Uri?> Option() => new("--otlp")
    {
        Description = "Sends metrics to this OpenTelemetry collector over http/protobuf; otherwise as the variable "
            + "OTEL_EXPORTER_OTLP_ENDPOINT says, if it is set.",
        HelpName = "URL", CustomParser = ParseCollector,
    };

    /// <summary>Exports the progress of a run that is shown.</summary>
    public IProgressView Watch(IProgressView view) => new WatchedView(view, this);

    public void Dispose()
    {
        // A collector that does not answer is waited for no longer than this.
        _provider.Shutdown(EndMilliseconds);
        _provider.Dispose();
        Metrics.Dispose();
        if (LastFailure is { } failure)
            _warnings.WriteLine(failure);
        _watch.Dispose();
    }

    private static Uri? ParseCollector(ArgumentResult argument)
    {
        var text = argument.Tokens[0].Value;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && (url.Scheme is "http" or "https"))
            return url;
        argument.AddError($"--otlp {text}: no http or https URL.");
        return null;
    }
}
