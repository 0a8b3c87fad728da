using System;
using System.IO;

namespace SfPerf.Commands;

/// <summary>Where results (<see cref="Out"/>) and all else (<see cref="Error"/>) are written.</summary>
/// <param name="Out">Results only, so that they can be piped.</param>
/// <param name="Error">Progress, notes and errors.</param>
/// <param name="Live">Whether <paramref name="Error"/> is a terminal whose cursor may be moved.</param>
internal sealed record Terminal(TextWriter Out, TextWriter Error, bool Live)
{
    /// <summary>Returns the process's own; live unless redirected, or NO_COLOR, CI or TERM=dumb say
    /// otherwise.</summary>
    public static Terminal OfProcess() => new(Console.Out, Console.Error,
        !Console.IsErrorRedirected && !IsSet("NO_COLOR") && !IsSet("CI")
        && Environment.GetEnvironmentVariable("TERM") != "dumb");

    private static bool IsSet(string variable) =>
        !string.IsNullOrEmpty(Environment.GetEnvironmentVariable(variable));
}
