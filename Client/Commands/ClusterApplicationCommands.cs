using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Commands;
using SfPerf.Fabric.Gateway;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf cluster deploy|remove</c>: the applications of the standing cluster.</summary>
internal static class ClusterApplicationCommands
{
    private const int TimeoutSeconds = 30;

    internal static Command Deploy(Terminal terminal, Func<CancellationToken, Task<Gateway>> connect)
    {
        var package = new Argument<DirectoryInfo>("PACKAGE")
        {
            Description = "Folder of an application package, with ApplicationManifest.xml.",
        };
        var name = new Option<string?>("--name")
        {
            Description = "Name of the application; otherwise the profile's, or fabric:/SfPerf.",
            HelpName = "fabric:/NAME",
        };
        var profile = new Option<FileInfo?>("--profile")
        {
            Description = "A publish profile; it names the application parameter file.", HelpName = "FILE",
        };
        var parameters = new Option<string[]>("--parameter")
        {
            Description = "An application parameter; wins over the profile's. May be repeated.",
            HelpName = "NAME=VALUE", DefaultValueFactory = _ => [],
        };
        var replace = new Option<bool>("--replace")
        {
            Description = "Deletes, with their state, the application of that name if it differs, and those that "
                + "cannot be beside the new one.",
        };
        var timeout = new Option<int>("--timeout")
        {
            Description = "Seconds until all replicas and instances must be ready; up to six times as long "
                + "while the machine is short of CPU or waits for its disks.", HelpName = "SECONDS",
            DefaultValueFactory = _ => TimeoutSeconds,
        };
        var command = new Command("deploy", "Deploys an application beside those that the cluster holds.")
        {
            package, name, profile, parameters, replace, timeout,
        };
        command.SetAction(async (parsed, token) =>
        {
            var request = new DeployRequest
            {
                Package = parsed.GetRequiredValue(package).FullName,
                Parameters = Parameters(parsed.GetRequiredValue(parameters)),
                Overwrite = parsed.GetValue(replace) ? "Replace" : "Never",
                TimeoutSeconds = parsed.GetValue(timeout),
                Application = parsed.GetValue(name) is { } application ? Named(application) : null,
                Profile = parsed.GetValue(profile)?.FullName,
            };
            using var gateway = await connect(token).ConfigureAwait(false);
            gateway.Timeout = TimeSpan.FromSeconds(parsed.GetValue(timeout)) * 10;
            var answer = await gateway.DeployAsync(request, token).ConfigureAwait(false);
            await terminal.Out.WriteLineAsync(answer.Changed
                ? $"{answer.Application} is ready after {answer.Seconds:0.0} s."
                : $"{answer.Application} was deployed already.").ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    internal static Command Remove(Terminal terminal)
    {
        var name = new Argument<string>("NAME") { Description = "Name of the application, as fabric:/SfPerf." };
        var command = new Command("remove", "Deletes an application with its state; the others go on.") { name };
        var elsewhere = ClusterCommand.Elsewhere(command);
        command.SetAction(async (parsed, token) =>
        {
            using var cluster = await ClusterCommand.ControlAsync(elsewhere, parsed, token).ConfigureAwait(false);
            var application = parsed.GetRequiredValue(name);
            var start = TimeProvider.System.GetTimestamp();
            await cluster.RemoveAsync(application, token).ConfigureAwait(false);
            var seconds = TimeProvider.System.GetElapsedTime(start).TotalSeconds;
            await terminal.Out.WriteLineAsync($"{application} is gone after {seconds:0.0} s.").ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static string Named(string application) => ManifestName.IsApplication(application) ? application
        : throw new SfPerfException(ExitCode.BadParameters,
            $"--name is '{application}'. Allowed: {ApplicationParameterFile.NameAllowed}.");

    /// <summary>Reads NAME=VALUE.</summary>
    /// <exception cref="SfPerfException">One is none, or a name is there twice.</exception>
    internal static Dictionary<string, string> Parameters(string[] given)
    {
        var parameters = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var text in given)
        {
            var equals = text.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0)
                throw new SfPerfException(ExitCode.BadParameters, $"'--parameter' is '{text}'. Allowed: Name=Value.");
            if (!parameters.TryAdd(text[..equals], text[(equals + 1)..]))
                throw new SfPerfException(ExitCode.BadParameters, $"The parameter '{text[..equals]}' is given twice.");
        }
        return parameters;
    }
}
