using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using SfPerf.Client.Deploying;
using SfPerf.Client.Packages;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;
using SfPerf.Fabric.Manifests.Archives;
using SfPerf.Fabric.Manifests.Validation;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf deploy PACKAGE --endpoint URL</c>: brings a package to a cluster here or elsewhere.</summary>
internal static class DeployCommand
{
    private const int TimeoutSeconds = 300;
    private const string TypeEnding = "Type";
    private const string Scheme = "fabric:/";

    public static Command Build(Terminal terminal)
    {
        var package = new Argument<string>("PACKAGE")
        {
            Description = $"The package: its folder, or a {PackageArchive.Ending} file.",
        };
        var gatewayOptions = new GatewayOptions("without it: that of the profile, or the cluster that sfperf cluster "
            + "start has started.");
        var name = Option("--name", Scheme + "NAME", "Name of the application; otherwise the profile's, or that of the "
            + $"application type without '{TypeEnding}'.");
        var profile = Option("--profile", "FILE", "A publish profile; it names the application parameter file.");
        var parameters = new Option<string[]>("--parameter")
        {
            Description = "An application parameter; wins over the profile's. May be repeated.",
            HelpName = "NAME=VALUE", DefaultValueFactory = _ => [],
        };
        var timeout = new Option<int>("--timeout")
        {
            Description = "Seconds that provisioning, creation and the start of the services may take, each.",
            HelpName = "SECONDS", DefaultValueFactory = _ => TimeoutSeconds,
        };
        var command = new Command("deploy", "Deploys a package to a cluster over Service Fabric's REST interface.")
        {
            package, name, profile, parameters, timeout,
        };
        gatewayOptions.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetResult(timeout) is not null && result.GetValue(timeout) is < 1 or > 3600)
                result.AddError("--timeout: allowed are 1 to 3600.");
        });
        command.SetAction(async (parsed, token) =>
        {
            using var opened = OpenedPackage.Open(parsed.GetRequiredValue(package));
            Check(opened.Folder, parsed.GetRequiredValue(package), terminal);
            var named = parsed.GetValue(profile) is { } file
                ? Guarded(() => PublishProfile.Read(file, elsewhere: true)) : null;
            var request = Guarded(() => Request(opened.Folder, parsed.GetValue(name), named,
                ClusterApplicationCommands.Parameters(parsed.GetRequiredValue(parameters)),
                TimeSpan.FromSeconds(parsed.GetValue(timeout))));
            var endpoint = gatewayOptions.Given(parsed, named?.Cluster)
                ?? await gatewayOptions.StandingAsync(parsed, token).ConfigureAwait(false);
            using var gateway = new RestGateway(endpoint);
            var start = TimeProvider.System.GetTimestamp();
            var deployer = new PackageDeployer(gateway, terminal.Error, TimeProvider.System);
            var changed = await deployer.DeployAsync(opened.Folder, request, token).ConfigureAwait(false);
            var seconds = TimeProvider.System.GetElapsedTime(start).TotalSeconds;
            await terminal.Out.WriteLineAsync(changed ? $"{request.Name} is ready after {seconds:0.0} s."
                : $"{request.Name} was deployed already.").ConfigureAwait(false);
            return (int)ExitCode.Ok;
        });
        return command;
    }

    private static Option<string?> Option(string name, string value, string description) =>
        new(name) { Description = description, HelpName = value };

    // What the cluster would refuse after a long upload is said before it. Warnings are told by sfperf package --check.
    private static void Check(string folder, string display, Terminal terminal)
    {
        var errors = PackageCheck.Run(folder, display).Where(f => !f.IsWarning).ToArray();
        foreach (var error in errors)
            terminal.Error.WriteLine(error);
        if (errors.Length > 0)
        {
            throw new SfPerfException(ExitCode.BadParameters,
                $"{display}: {errors.Length} error{(errors.Length == 1 ? "" : "s")}. Nothing was sent.");
        }
    }

    private static DeployRequest Request(string folder, string? name, PublishProfile? profile,
        IReadOnlyDictionary<string, string> given, TimeSpan limit)
    {
        var file = profile is null ? null : ApplicationParameterFile.Read(profile.ParameterFile);
        var parameters = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var value in file?.Values ?? [])
            parameters[value.Name] = value.Value;
        foreach (var (key, value) in given)
            parameters[key] = value;
        var (type, _) = PackageDeployer.TypeOf(folder);
        var usual = type.EndsWith(TypeEnding, StringComparison.Ordinal) && type.Length > TypeEnding.Length
            ? type[..^TypeEnding.Length] : type;
        var application = name ?? file?.Name ?? Scheme + usual;
        return ManifestName.IsApplication(application) ? new(application, parameters, limit)
            : throw new SfPerfException(ExitCode.BadParameters,
                $"--name is '{application}'. Allowed: {ApplicationParameterFile.NameAllowed}.");
    }

    private static T Guarded<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (ManifestException e)
        {
            throw new SfPerfException(ExitCode.BadParameters, e.Message, e);
        }
    }
}
