using System;
using System.Collections.Generic;
using System.CommandLine.Parsing;
using System.Reflection;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using SfPerf.Client.Runs;

namespace SfPerf.Client.Telemetry;

/// <summary>Sends a run's metrics to an OpenTelemetry collector once a second, and the rest when disposed.</summary>
internal sealed class OtlpExport : IDisposable
{
    private const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private const string IntervalVariable = "OTEL_METRIC_EXPORT_INTERVAL";
    private const int IntervalMilliseconds = 1000;
    private readonly MeterProvider _provider;

    private OtlpExport(RunPlan plan, Uri? collector)
    {
        Metrics = new RunMetrics(plan.Parameters);
        var version = typeof(OtlpExport).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
        _provider = Sdk.CreateMeterProviderBuilder()
            .ConfigureResource(r => r.AddService("sfperf", serviceVersion: version?.InformationalVersion)
                .AddAttributes([KeyValuePair.Create("sfperf.run.name", (object)plan.Parameters.Name)]))
            .AddMeter(RunMetrics.MeterName)
            .AddOtlpExporter((exporter, reader) =>
            {
                if (collector is not null)
                {
                    exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
                    // An endpoint set by a program is taken as it is, without the signal's path.
                    exporter.Endpoint = new Uri($"{collector.ToString().TrimEnd('/')}/v1/metrics");
                }

                if (Environment.GetEnvironmentVariable(IntervalVariable) is null)
                    reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = IntervalMilliseconds;
            })
            .Build();
    }

    /// <summary>Gets the metrics that are sent.</summary>
    public RunMetrics Metrics { get; }

    /// <summary>Starts, when a collector is named here or in the environment; null otherwise, and then nothing of a run
    /// costs anything.</summary>
    public static OtlpExport? Start(RunPlan plan, Uri? collector) =>
        collector is not null || Environment.GetEnvironmentVariable(EndpointVariable) is { Length: > 0 }
            ? new OtlpExport(plan, collector) : null;

    /// <summary>Reads the collector's address off the command line.</summary>
    public static Uri? ParseCollector(ArgumentResult argument)
    {
        var text = argument.Tokens[0].Value;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && (url.Scheme is "http" or "https"))
            return url;
        argument.AddError($"--otlp {text}: no http or https URL.");
        return null;
    }

    public void Dispose()
    {
        _provider.Dispose();
        Metrics.Dispose();
    }
}
