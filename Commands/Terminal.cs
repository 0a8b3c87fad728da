using System;
using System.IO;
using SfPerf.Reports.Text;

namespace SfPerf.Commands;

/// <summary>Specifies where results (<see cref="Out"/>) and all else (<see cref="Error"/>) are written.</summary>
/// <param name="Out">Results only, so that they can be piped.</param>
/// <param name="Error">Progress, notes and errors.</param>
/// <param name="Live">Whether <paramref name="Error"/> is a terminal whose cursor may be moved.</param>
internal sealed record Terminal(TextWriter Out, TextWriter Error, bool Live)
{
    private const int UsualWidth = 80;

    /// <summary>Returns the process's own; live unless redirected, or NO_COLOR, CI or TERM=dumb say
    /// otherwise.</summary>
    public static Terminal OfProcess() => new(
        Console.IsOutputRedirected ? Console.Out : new TerminalWriter(Console.Out, Width),
        Console.IsErrorRedirected ? Console.Error : new TerminalWriter(Console.Error, Width),
        !Console.IsErrorRedirected && !IsSet("NO_COLOR") && !IsSet("CI")
        && Environment.GetEnvironmentVariable("TERM") != "dumb");

    /// <summary>Returns the columns that the process's terminal has now.</summary>
    public static int Width()
    {
        try
        {
            return Console.WindowWidth is > 0 and var width ? width : UsualWidth;
        }
        catch (IOException)
        {
            // The terminal is gone, or does not tell.
            return UsualWidth;
        }
    }

    private static bool IsSet(string variable) =>
        !string.IsNullOrEmpty(Environment.GetEnvironmentVariable(variable));
}
