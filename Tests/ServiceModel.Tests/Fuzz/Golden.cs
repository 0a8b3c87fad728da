using System;
using System.IO;
using System.Linq;
using System.Text;

namespace SfPerf.ServiceModel.Tests.Fuzz;

/// <summary>The recorded conversation with Mono's server, as bytes to spoil.</summary>
internal static class Golden
{
    private static readonly string[] Text =
        File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "Data", "golden-trace-mono.txt"));

    /// <summary>Gets the requests as whole records, without those that only take time.</summary>
    internal static byte[][] Requests { get; } =
        [.. Lines("SEND ").Where(r => !Encoding.ASCII.GetString(r).Contains("Busy", StringComparison.Ordinal))
            .Where(r => r.Length < 4096)];

    /// <summary>Gets the replies, each from its table of strings on.</summary>
    internal static byte[][] Replies { get; } = [.. Lines("RECV ").Where(r => r.Length < 4096)];

    internal static byte[] Preamble(string via)
    {
        var name = Encoding.UTF8.GetBytes(via);
        return [0, 1, 0, 1, 2, 2, (byte)name.Length, .. name, 3, 8, 0xC];
    }

    private static byte[][] Lines(string prefix) =>
        [.. Text.Where(l => l.StartsWith(prefix, StringComparison.Ordinal))
            .Select(l => Convert.FromHexString(l.AsSpan(prefix.Length)))];
}
