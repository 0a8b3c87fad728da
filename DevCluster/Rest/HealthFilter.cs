using System.Globalization;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Rest;

/// <summary>
/// Specifies which states of health are shown: a sum of 2 (Ok), 4 (Warning) and 8 (Error); 1 shows none, 65535 all.
/// </summary>
internal readonly record struct HealthFilter(int Bits)
{
    private const int Default = 0;

    /// <exception cref="ClusterException">The text is no number.</exception>
    internal static HealthFilter Of(RestCall call, string name) => Of(name, call.Query(name) ?? "");

    /// <exception cref="ClusterException">The text is no number.</exception>
    internal static HealthFilter Of(string name, string text) => text.ToUpperInvariant() switch
    {
        "" or "DEFAULT" => new(Default),
        "NONE" => new(1),
        "OK" => new(2),
        "WARNING" => new(4),
        "ERROR" => new(8),
        "ALL" => new(65535),
        _ => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var bits) && bits <= 65535
            ? new(bits)
            : throw RestRoutes.Invalid($"{name} is '{text}'. Allowed: Default, None, Ok, Warning, Error, All, or a sum "
                + "of 1, 2, 4 and 8."),
    };

    /// <summary>Tells whether an entity in this state is shown. The default shows all.</summary>
    internal bool Shows(string state) => Bits == Default || (Bits & (state switch
    {
        "Ok" => 2,
        "Warning" => 4,
        "Error" => 8,
        _ => 0,
    })) != 0;
}
