using System;

namespace SfPerf.Fabric.ReliableState.States;

/// <summary>Determines how a text becomes the name of a reliable state.</summary>
internal static class StateName
{
    private const string Scheme = "urn:";

    /// <exception cref="FormatException">The text is a name already.</exception>
    internal static Uri Of(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.StartsWith(Scheme, StringComparison.Ordinal)
            ? throw new FormatException($"The name '{name}' begins with '{Scheme}': pass it as a Uri.")
            : new Uri(Scheme + Uri.EscapeDataString(name));
    }

    internal static Uri Check(Uri name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.IsAbsoluteUri
            ? name
            : throw new ArgumentException($"The name '{name}' is not an absolute Uri.", nameof(name));
    }
}
