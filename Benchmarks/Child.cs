using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks;

/// <summary>
/// A process of this program: told what to do by its arguments, it answers line by line, and ends with its input.
/// </summary>
internal sealed class Child : IDisposable
{
    private readonly Process _process;

    internal Child(params string[] arguments)
        : this(null, arguments)
    {
    }

    /// <param name="variable">One more variable of its environment, as NAME=VALUE; null for none.</param>
    /// <param name="arguments">What it does.</param>
    internal Child(string? variable, string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath!) == "dotnet")
            start.ArgumentList.Add(typeof(Child).Assembly.Location);
        if (variable?.Split('=') is [var name, var value])
            start.Environment[name] = value;
        foreach (var argument in arguments)
            start.ArgumentList.Add(argument);
        _process = Process.Start(start)!;
    }

    internal async Task<string> ReadAsync() =>
        await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false)
        ?? throw new InvalidOperationException("A child process ended early.");

    internal async Task WriteAsync(string line)
    {
        await _process.StandardInput.WriteLineAsync(line).ConfigureAwait(false);
        await _process.StandardInput.FlushAsync().ConfigureAwait(false);
    }

    /// <summary>Closes the child's input, which ends it, and waits for that.</summary>
    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
            _process.Kill();
        _process.Dispose();
    }
}
