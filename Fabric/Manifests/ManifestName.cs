using System;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// Defines what a name or version in a manifest may be. Folders, files and URIs are made from names, so none may lead
/// out of its folder; Service Fabric refuses the same ones.
/// </summary>
internal static class ManifestName
{
    internal const string Allowed = "1 to 256 characters, none of / \\ : * ? \" < > | or a control character, no '..', "
        + "no blank or dot at an end, not beginning with Compose_, no device name of Windows";

    private const int LengthMax = 256;
    private const string Forbidden = "/\\:*?\"<>|";
    private const string ReservedPrefix = "Compose_";
    private const string Scheme = "fabric:/";
    private static readonly string[] Devices =
    [
        "CON", "PRN", "AUX", "NUL", .. Enumerable.Range(1, 9).SelectMany(n => new[] { $"COM{n}", $"LPT{n}" }),
    ];

    internal static bool IsValid(string name) =>
        name.Length is > 0 and <= LengthMax && name.Trim() == name && name[0] != '.' && name[^1] != '.'
            && !name.Contains("..", StringComparison.Ordinal)
            && !name.Any(c => char.IsControl(c) || Forbidden.Contains(c, StringComparison.Ordinal))
            && !name.StartsWith(ReservedPrefix, StringComparison.OrdinalIgnoreCase)
            && !IsDevice(name);

    /// <summary>Returns whether Windows takes a file name for a device, whatever its ending.</summary>
    internal static bool IsDevice(string name) =>
        Devices.Contains(name.Split('.')[0], StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns whether a text is an application's name: fabric:/ and one or more valid names between slashes.
    /// </summary>
    internal static bool IsApplication(string name) =>
        name.StartsWith(Scheme, StringComparison.Ordinal) && name.Length <= LengthMax
            && name[Scheme.Length..].Split('/').All(IsValid)
            && Uri.TryCreate(name, UriKind.Absolute, out var uri) && uri.OriginalString == name
            && !name.AsSpan().ContainsAny(" #%");
}
