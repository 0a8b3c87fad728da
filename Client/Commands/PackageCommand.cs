using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Packages;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests.Archives;
using SfPerf.Fabric.Manifests.Validation;

namespace SfPerf.Client.Commands;

/// <summary><c>sfperf package --check PACKAGE</c>: finds what Service Fabric would refuse; <c>sfperf package --runtime
/// RID -o FILE</c>: makes a package of the services and their manifests.</summary>
internal static class PackageCommand
{
    private const string Source = "ApplicationPackage";

    public static Command Build(Terminal terminal)
    {
        var check = Option("--check", "PACKAGE",
            "The package to check: its folder, or a .sfpkg file. Nothing is changed or started.");
        var previous = Option("--previous", "PACKAGE",
            "With --check, the package that the cluster has: what changed since needs another version.");
        var runtime = Option("--runtime", "RID", "The system that the package is made for: linux-x64 or win-x64.");
        runtime.AcceptOnlyFromAmong(PackageOptions.Runtimes);
        var output = Option("--output", "FILE", $"The package that is made, *{PackageArchive.Ending}.");
        output.Aliases.Add("-o");
        var source = Option("--package", "DIR", $"The manifests that it is made of; {Source} unless given.");
        var configuration = Option("--configuration", "NAME", "The configuration of the build; Release unless given.");
        var sdk = Option("--sdk", "NAME", "What the programs are made for: Embedded, the runtime of this project's "
            + "clusters, unless given; or ServiceFabric, built against Service Fabric's packages.");
        sdk.AcceptOnlyFromAmong(PackageOptions.Sdks);
        var references = Option("--sdk-references", "DIR",
            "With --sdk ServiceFabric, a folder with Service Fabric's assemblies, instead of its packages.");
        var dependent = new Option<bool>("--framework-dependent")
        {
            Description = "Leaves the .NET runtime out: each node must have it.",
        };
        var command = new Command("package",
            "Checks an application package for what Service Fabric refuses, or makes one for a system.")
        {
            check, previous, runtime, output, source, configuration, sdk, references, dependent,
        };
        command.Validators.Add(result =>
        {
            if (result.GetResult(check) is null == result.GetResult(runtime) is null)
            {
                result.AddError("give either --check PACKAGE, or --runtime RID and -o FILE.");
            }
            else if (result.GetResult(runtime) is not null
                && result.GetValue(output)?.EndsWith(PackageArchive.Ending, System.StringComparison.Ordinal) != true)
            {
                result.AddError($"give -o FILE: the name of a file *{PackageArchive.Ending}.");
            }

            if (result.GetValue(references) is { } folder)
            {
                if (result.GetValue(sdk) != PackageOptions.ServiceFabric)
                    result.AddError("--sdk-references needs --sdk ServiceFabric.");
                else if (!Directory.Exists(folder))
                    result.AddError($"--sdk-references {folder}: no such folder.");
            }
        });
        command.SetAction((parsed, token) => parsed.GetValue(check) is { } package
            ? Task.FromResult(Paths.Guard(() => (int)Check(package, parsed.GetValue(previous), terminal)))
            : MakeAsync(new PackageOptions(parsed.GetValue(source) ?? Found(), parsed.GetRequiredValue(runtime)!,
                !parsed.GetValue(dependent), parsed.GetValue(configuration) ?? "Release")
            {
                Sdk = parsed.GetValue(sdk) ?? PackageOptions.Embedded, SdkReferences = parsed.GetValue(references),
            },
                parsed.GetRequiredValue(output)!, terminal, token));
        return command;
    }

    private static Option<string?> Option(string name, string value, string description) =>
        new(name) { Description = description, HelpName = value };

    private static string Found() => Locations.Find(Source) ?? throw new SfPerfException(ExitCode.BadParameters,
        $"The folder {Source} is neither in the current folder, nor above it, nor above the program.");

    private static ExitCode Check(string path, string? previous, Terminal terminal)
    {
        using var package = OpenedPackage.Open(path);
        using var before = previous is null ? null : OpenedPackage.Open(previous);
        var findings = PackageCheck.Run(package.Folder, path, before?.Folder);
        foreach (var finding in findings)
            terminal.Out.WriteLine(finding);
        return Tell(path, findings, terminal.Out, terminal);
    }

    private static async Task<int> MakeAsync(
        PackageOptions options, string file, Terminal terminal, CancellationToken token)
    {
        try
        {
            var findings = await new PackageMaker(options, terminal.Error).MakeAsync(file, token).ConfigureAwait(false);
            foreach (var finding in findings)
                await terminal.Error.WriteLineAsync(finding.ToString()).ConfigureAwait(false);
            if (Tell(options.Source, findings, terminal.Error, terminal) is not ExitCode.Ok and var code)
                return (int)code;
        }
        catch (System.Exception e) when (e is IOException or System.UnauthorizedAccessException)
        {
            throw new SfPerfException(ExitCode.BadParameters, e.Message, e);
        }
        var size = (new FileInfo(file).Length / 1e6).ToString("0.0", CultureInfo.InvariantCulture);
        await terminal.Out.WriteLineAsync($"Written {file}: {size} MB, {options.Runtime}, "
            + (options.IsSelfContained ? "with the .NET runtime." : "needs the .NET runtime on each node."))
            .ConfigureAwait(false);
        return (int)ExitCode.Ok;
    }

    private static ExitCode Tell(
        string path, IReadOnlyList<PackageFinding> findings, TextWriter output, Terminal terminal)
    {
        var errors = findings.Count(f => !f.IsWarning);
        var sum = $"{path}: {Count(errors, "error")}, {Count(findings.Count - errors, "warning")}.";
        if (errors == 0)
        {
            output.WriteLine(sum);
            return ExitCode.Ok;
        }
        terminal.Error.WriteLine($"sfperf: {sum}");
        return ExitCode.BadParameters;
    }

    private static string Count(int count, string what) => $"{count} {what}{(count == 1 ? "" : "s")}";
}
