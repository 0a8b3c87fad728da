namespace SfPerf.ServiceModel.Contracts;

/// <summary>Checks the names that attributes give to things on the wire.</summary>
internal static class WireName
{
    internal static string Checked(string? value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return value.Length > 0
            ? value : throw new ArgumentOutOfRangeException(nameof(value), "A name cannot be empty.");
    }
}
