namespace SfPerf.Client.Parameters;

/// <summary>Where a value came from: for a file its path, line and column, else the variable or the option.</summary>
internal sealed record ParameterOrigin(OriginKind Kind, string Place, int Line = 0, int Column = 0)
{
    public static readonly ParameterOrigin Default = new(OriginKind.Default, "default");

    /// <summary>Gets the place with its column, as compilers write it.</summary>
    public string Exact => Column > 0 ? $"{this}:{Column}" : ToString();

    public override string ToString() => Line > 0 ? $"{Place}:{Line}" : Place;
}
