using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;

namespace SfPerf.TestKit;

/// <summary>Runs programs as another user of this machine (nobody). Needs root, and setpriv of util-linux.</summary>
public static class Stranger
{
    /// <summary>The user id of nobody.</summary>
    public const uint UserId = 65534;

    /// <summary>Gets why a test with a stranger cannot run here; null when it can.</summary>
    public static string? Missing { get; } = !OperatingSystem.IsLinux() || Environment.UserName != "root"
        ? "needs root" : Path("setpriv") is null ? "needs setpriv" : Path("bash") is null ? "needs bash" : null;

    /// <summary>Starts a program as nobody. Its input, output and error are redirected.</summary>
    public static Process Start(string program, params string[] arguments)
    {
        var user = UserId.ToString(CultureInfo.InvariantCulture);
        var info = new ProcessStartInfo(
            Path("setpriv")!, [$"--reuid={user}", $"--regid={user}", "--clear-groups", program, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        return Process.Start(info)!;
    }

    /// <summary>Runs a program as nobody to its end.</summary>
    public static RunningProgram Run(string program, params string[] arguments)
    {
        var process = Start(program, arguments);
        process.StandardInput.Close();
        return new(process);
    }

    private static string? Path(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':')
        .Select(f => System.IO.Path.Combine(f, program)).FirstOrDefault(File.Exists);
}
