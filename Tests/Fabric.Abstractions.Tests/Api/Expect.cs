using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

internal static class Expect
{
    /// <summary>Fails with every line in full: an assertion of the framework's own shortens them.</summary>
    internal static void None(string what, IEnumerable<string> lines)
    {
        var all = lines.Order(StringComparer.Ordinal).ToArray();
        var text = string.Join(Environment.NewLine, all.Prepend($"{all.Length} {what}:"));
        Assert.True(all.Length == 0, text);
    }
}
