using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Packages;

/// <summary>Publishes the project of a service for one system, by <c>dotnet publish</c>.</summary>
internal static class ServicePublisher
{
    private const int LinesShown = 20;
    private static readonly EnumerationOptions Below = new()
    {
        RecurseSubdirectories = true, MaxRecursionDepth = 4, IgnoreInaccessible = true,
    };

    /// <summary>Publishes into a folder; symbols are left out.</summary>
    /// <param name="options">The system, and whether it brings the runtime along.</param>
    /// <param name="program">The program as the manifest names it; its project has the same name.</param>
    /// <param name="target">The folder, which is made.</param>
    /// <param name="token">Ends the publishing process.</param>
    /// <exception cref="SfPerfException">There is no such project, or it cannot be published.</exception>
    public static async Task PublishAsync(
        PackageOptions options, string program, string target, CancellationToken token)
    {
        var project = Project(options.Source, ProgramName.Stem(program));
        var (code, output) = await RunAsync(["publish", project, "-c", options.Configuration, "-r", options.Runtime,
            options.IsSelfContained ? "--self-contained" : "--no-self-contained", "-o", target, "-nologo", "-v", "q",
            .. SdkArguments(options)], token).ConfigureAwait(false);
        if (code != 0 && MissingPackages.In(output) is { } missing)
            throw new SfPerfException(ExitCode.BadParameters, $"{project} could not be published. {missing}");
        if (code != 0)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"{project} could not be published for {options.Runtime}."
                + (options.IsSelfContained ? " If it is the runtime that is missing: --framework-dependent "
                + "leaves it out."
                    : "") + $"\n{string.Join('\n', output.Split('\n').TakeLast(LinesShown))}");
        }
        foreach (var symbols in Directory.EnumerateFiles(target, "*.pdb", SearchOption.AllDirectories))
            File.Delete(symbols);
    }

    private static IEnumerable<string> SdkArguments(PackageOptions options)
    {
        if (options.Sdk != PackageOptions.ServiceFabric)
            yield break;
        yield return "-p:FabricSdk=" + options.Sdk;
        if (options.SdkReferences is { } folder)
            yield return "-p:FabricReferences=" + Path.GetFullPath(folder);
    }

    // Beside the package or below its neighbours, as solutions are laid out.
    private static string Project(string package, string name)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(package))!;
        for (var up = 0; up < 2 && folder is not null; up++, folder = Path.GetDirectoryName(folder))
        {
            if (Directory.EnumerateFiles(folder, name + ".csproj", Below).Order(StringComparer.Ordinal)
                .FirstOrDefault() is { } found)
            {
                return found;
            }
        }
        throw new SfPerfException(ExitCode.BadParameters, $"The project {name}.csproj, whose program {package} "
            + "names, is "
            + "neither beside the package nor in a folder near it. A package that has its code packages already needs "
            + "no project.");
    }

    private static async Task<(int Code, string Output)> RunAsync(
        IEnumerable<string> arguments, CancellationToken token)
    {
        var host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") is { Length: > 0 } path ? path : "dotnet";
        var info = new ProcessStartInfo(host, arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true,
        };
        // A build server that outlives the command would hold files.
        info.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        info.Environment["DOTNET_NOLOGO"] = "1";
        info.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        using var process = Start(info);
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync(token);
        var error = process.StandardError.ReadToEndAsync(token);
        try
        {
            await process.WaitForExitAsync(token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
        return (process.ExitCode, await output.ConfigureAwait(false) + await error.ConfigureAwait(false));
    }

    private static Process Start(ProcessStartInfo info)
    {
        try
        {
            return Process.Start(info)!;
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            throw new SfPerfException(ExitCode.BadParameters,
                $"The .NET SDK, which publishes the services, cannot be started: {info.FileName}: {e.Message}", e);
        }
    }
}
