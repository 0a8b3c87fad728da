using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Reports.Tests;

/// <summary>Programs of others that read what we write; a test without its program is skipped and says so.</summary>
internal static class Foreign
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    internal static string HdrJar => Need("/usr/share/java/hdrhistogram.jar", "libhdrhistogram-java");

    internal static string HdrJs =>
        Need(Path.Combine(Checkout.Root, "artifacts", "npm", "node_modules", "hdr-histogram-js"),
            "npm hdr-histogram-js");

    internal static string CompareScript
    {
        get
        {
            Need("/usr/lib/python3/dist-packages/scipy", "python3-scipy");
            return Need("/usr/share/benchmark/compare.py", "libbenchmark-tools");
        }
    }

    internal static string Need(string path, string package)
    {
        if (!File.Exists(path) && !Directory.Exists(path))
            Assert.Skip($"skipped: needs {package}");
        return path;
    }

    internal static async Task<string> RunAsync(string program, params string[] arguments) =>
        (await RunBothAsync(program, arguments)).Output;

    internal static async Task<(string Output, string Errors)> RunBothAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true, RedirectStandardError =
            true
        };
        start.Environment["TZ"] = "UTC";
        Process process;
        try
        {
            process = Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Assert.Skip($"skipped: needs {program}");
            throw;
        }
        using (process)
        {
            var output = process.StandardOutput.ReadToEndAsync();
            var errors = process.StandardError.ReadToEndAsync();
            await process.WaitForExitAsync().WaitAsync(Limit);
            Assert.True(process.ExitCode == 0, $"{program} ended with {process.ExitCode}: {await errors}");
            return (await output, await errors);
        }
    }
}
