using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Platform;
using SfPerf.Platform.Admission;

namespace SfPerf.Client.Cluster;

/// <summary>A local cluster's manager process that this process started.</summary>
internal sealed class ClusterProcess : IAsyncDisposable
{
    private const int LastWordsMaximum = 8192;
    // Longer than the longest limit of the cluster itself, so that the cluster's own message is seen.
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(240);
    private const double ReadyTimeoutFactorMax = 7;
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(20);

    private readonly Process _process;
    private readonly Task<string> _lastWords;
    private readonly bool _stays;
    private readonly string? _folderToDelete;

    private ClusterProcess(
        Process process, Task<string> lastWords, ClusterInfo info, bool stays, string? folderToDelete)
    {
        _process = process;
        _lastWords = lastWords;
        Info = info;
        _stays = stays;
        _folderToDelete = folderToDelete;
    }

    public ClusterInfo Info { get; }

    /// <summary>Gets the id of the manager's process.</summary>
    public int Id => _process.Id;

    /// <summary>Starts a cluster; the task ends when it is ready.</summary>
    /// <exception cref="SfPerfException">It did not get ready; its own last words are in the message.</exception>
    public static async Task<ClusterProcess> StartAsync(ClusterStart start, CancellationToken token)
    {
        var program = start.Deployment?.Build?.ClusterProgram ?? Locations.Program(Locations.ClusterProject);
        if (!File.Exists(program))
            throw new SfPerfException(ExitCode.Unreachable, $"The cluster's program {program} is not there; build it.");
        PrivateFiles.CreateFolder(start.Data);
        var info = new ProcessStartInfo(program, Arguments(start))
        {
            RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true,
        };
        foreach (var (name, value) in start.Environment)
            info.Environment[name] = value;
        var process = Process.Start(info)!;
        var lastWords = ReadLastWordsAsync(process.StandardError);
        var folder = start.Stays || start.KeepsData ? null : start.Data;
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
            limit.CancelAfter(start.ReadyTimeout * ReadyTimeoutFactorMax ?? StartTimeout);
            var line = await process.StandardOutput.ReadLineAsync(limit.Token).ConfigureAwait(false);
            if (Parse(line) is { } ready && ClusterInfo.Parse(ready) is { } cluster)
            {
                AdmissionPolicy.ShowTokenOf(cluster.Data);
                return new ClusterProcess(process, lastWords, cluster, start.Stays, folder);
            }

            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            throw await FailureAsync(process, line, lastWords).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            await EndAsync(process).ConfigureAwait(false);
            Delete(folder);
            process.Dispose();
            if (e is OperationCanceledException && !token.IsCancellationRequested)
            {
                throw new SfPerfException(ExitCode.Unreachable,
                    $"The cluster did not get ready within {StartTimeout.TotalSeconds} s.", e);
            }

            throw;
        }
    }

    /// <summary>Kills the manager (kill -9); the task ends when it is gone. Its nodes and hosts end by themselves.
    /// </summary>
    public async Task KillAsync(CancellationToken token)
    {
        _process.Kill();
        await _process.WaitForExitAsync(token).ConfigureAwait(false);
    }

    /// <summary>Leaves a cluster that stays to itself, or stops one that does not and deletes its folder unless that is
    /// kept.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!_stays)
        {
            await EndAsync(_process).ConfigureAwait(false);
            await _lastWords.ConfigureAwait(false);
            Delete(_folderToDelete);
        }

        _process.Dispose();
    }

    private static List<string> Arguments(ClusterStart start)
    {
        var pid = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        List<string> arguments =
        [
            "manager", "--data", start.Data, "--nodes", start.Nodes.ToString(CultureInfo.InvariantCulture),
            "--gateway-port", start.GatewayPort.ToString(CultureInfo.InvariantCulture),
            "--client-port", start.ClientPort.ToString(CultureInfo.InvariantCulture),
        ];
        if (start.Durability is not null)
            arguments.AddRange(["--durability", start.Durability]);
        if (start.LogFormat is not null)
            arguments.AddRange(["--log-format", start.LogFormat]);
        if (start.ReadyTimeout is { } timeout)
        {
            arguments.AddRange(
                ["--start-timeout", ((int)timeout.TotalSeconds).ToString(CultureInfo.InvariantCulture)]);
        }

        arguments.AddRange(start.Stays ? ["--detached"] : ["--parent-pid", pid]);
        foreach (var user in start.AllowedUsers)
            arguments.AddRange(["--allow-user", user]);
        foreach (var property in start.NodeProperties)
            arguments.AddRange(["--node-property", property]);
        if (start.ReverseProxyPort is > 0 and var proxy)
            arguments.AddRange(["--reverse-proxy-port", proxy.ToString(CultureInfo.InvariantCulture)]);
        arguments.AddRange(start.GatewayOptions);
        if (start.Token)
            arguments.Add("--token");
        if (start.Reset)
            arguments.Add("--reset");
        if (start.Deployment is not { } deployment)
            return arguments;
        if (deployment.Replaces)
            arguments.Add("--replace");
        arguments.AddRange(["--package", deployment.Package]);
        if (deployment.Profile.Length > 0)
            arguments.AddRange(["--profile", deployment.Profile]);
        if (start.Application is { } application)
            arguments.AddRange(["--application", application]);
        foreach (var (name, value) in deployment.Parameters)
            arguments.AddRange(["--set", $"{name}={value}"]);
        return arguments;
    }

    private static async Task<SfPerfException> FailureAsync(Process process, string? line, Task<string> lastWords)
    {
        var words = (await lastWords.ConfigureAwait(false)).Trim();
        var message = Parse(line) is { } error ? ClusterInfo.Text(error, "message") : "";
        if (words.Length == 0 || message.Length > 0 && words.Contains(message, StringComparison.Ordinal))
            words = message.Length > words.Length ? message : words;
        else if (message.Length > 0)
            words = message + Environment.NewLine + words;
        if (words.Length == 0)
            words = $"exit code {process.ExitCode}, no last words.";
        var code = process.ExitCode switch
        {
            (int)ExitCode.BadParameters => ExitCode.BadParameters,
            (int)ExitCode.Internal => ExitCode.Internal,
            _ => ExitCode.Unreachable,
        };
        return new SfPerfException(code, "The cluster did not start: " + words);
    }

    private static JsonElement? Parse(string? line)
    {
        try
        {
            return string.IsNullOrEmpty(line) ? null : JsonElement.Parse(line);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static async Task<string> ReadLastWordsAsync(TextReader reader)
    {
        var words = "";
        while (await reader.ReadLineAsync().ConfigureAwait(false) is { } line)
        {
            words += line + Environment.NewLine;
            if (words.Length > LastWordsMaximum)
                words = words[^LastWordsMaximum..];
        }

        return words;
    }

    // The manager ends in order when its input ends or it is asked to; it is killed only when it does not.
    private static async Task EndAsync(Process process)
    {
        if (process.HasExited)
            return;
        ProcessControl.Terminate(process.Id);
        using var limit = new CancellationTokenSource(StopTimeout);
        try
        {
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
        }
    }

    internal static void Delete(string? folder)
    {
        try
        {
            if (folder is not null && Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
        catch (IOException)
        {
            // The next start removes what a process that was still ending held.
        }
    }
}
